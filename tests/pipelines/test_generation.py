"""Drafts, beams, adapters, many texts at once, memory: what changes the text, and what must not; the steps run in the referee."""

from __future__ import annotations

import asyncio
import json
from math import prod
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from ember.dtype import DType
from ember.graph import DeviceRef
from ember.pipelines import memory
from ember.pipelines.beams import BeamSearch
from ember.pipelines.config import ModelError, config_of_json
from ember.pipelines.drafting import PrudentDrafter, repeated
from ember.pipelines.loading import safetensors_weights
from ember.pipelines.paging import PagePool
from ember.pipelines.pipeline import Generation, Pipeline
from ember.pipelines.registry import PIPELINE_REGISTRY
from ember.pipelines.sequences import Sequence
from ember.pipelines.settings import GenerationSettings
from ember.pipelines.step import cache_type_of, step_graph
from ember.pipelines.stepping import Stepper
from ember.pipelines.weights.formats import Format
from ember.pipelines.weights.gguf import Gguf
from ember.pipelines.weights.permuting import halved_rows, interleaved_rows
from tests.pipelines import referee
from tests.pipelines.played import Output, Referee, opened
from tests.pipelines.tiny import write_safetensors, write_tiny

PROMPTS = ["one", "and two", "x" * 140, "the end of the end of the"]
CHOSEN: dict[str, Any] = {"max_tokens": 14, "ignore_eos": True, "raw": True}


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("model") / "tiny.gguf")


@pytest.fixture(scope="module")
def plain(model: Path) -> Pipeline:
    return opened(model)


@pytest.mark.parametrize("settings", [{}, {"temperature": 0.9, "seed": 3}, {"repetition_penalty": 1.5, "frequency_penalty": 0.4}])  # fmt: skip
@pytest.mark.parametrize("draft", ["ngram", "same", "other"])
def test_drafts_do_not_change_the_text(model: Path, plain: Pipeline, tmp_path: Path, draft: str, settings: dict[str, Any]) -> None:  # fmt: skip
    other = {"ngram": "ngram", "same": opened(model)}.get(draft) or opened(write_tiny(tmp_path / "b.gguf", layers=1, seed=9))  # fmt: skip
    guessing = opened(model, draft=other)
    wanted = [plain.generate(prompt, **CHOSEN, **settings) for prompt in PROMPTS]
    steps: list[int] = guessing.model.steps
    for prompt, expected in zip(PROMPTS, wanted):
        steps.clear()
        found = guessing.generate(prompt, **CHOSEN, **settings)
        assert (found.tokens, found.text) == (expected.tokens, expected.text)
        if draft == "same":
            assert len(steps) <= 1 + 14 // 5 + 1, "all guesses were right"
    together = guessing.generate_batch(PROMPTS, **CHOSEN, **settings)
    assert [g.tokens for g in together] == [g.tokens for g in wanted]


def test_what_was_repeated() -> None:
    assert repeated([1, 2, 3, 9, 1, 2, 3], 2) == [9, 1]
    assert repeated([5, 1, 7, 8, 1], 4) == [7, 8, 1]
    assert repeated([1, 2, 3], 4) == []


class Guessing:
    """Guesses 1 and 2, whatever the text is."""

    def propose(self, sequences: Any) -> dict[int, list[int]]:
        return {id(sequence): [1, 2] for sequence in sequences}

    def forget(self, sequence: Any) -> None:
        pass


@pytest.mark.parametrize("right", [False, True])
def test_wrong_guesses_become_rare(right: bool) -> None:
    """Of 200 steps few are slowed down by guesses that are never right, and none is left without those that are."""
    text: Any = SimpleNamespace(tokens=[])
    drafter, asked = PrudentDrafter(Guessing()), 0
    for _ in range(200):
        asked += bool(drafter.propose([text]))
        text.tokens = [*text.tokens, 1, 2, 7] if right else [*text.tokens, 7]
    assert asked == 200 if right else 3 <= asked <= 10
    drafter.forget(text)
    assert drafter.propose([text]), "a new text is a new chance"


class Names:
    """A stream of texts where texts do not matter."""

    def fresh(self) -> Names:
        return self

    def feed(self, token: int) -> str:
        return f"{token} "

    def flush(self) -> str:
        return ""


def test_beams_are_those_of_transformers() -> None:
    folder = Path(__file__).with_name("golden") / "llama"
    config = config_of_json(json.loads((folder / "config.json").read_text()))
    architecture = PIPELINE_REGISTRY.find(config.architecture)
    built = architecture.build(config, DeviceRef.CPU())
    built.load_state_dict(safetensors_weights(folder, config, architecture))
    cache = cache_type_of(config, page_size=4)
    graph, weights = step_graph(built, cache), built.state_dict()

    class Model:
        def execute(self, *inputs: Any) -> list[Output]:
            arrays = [v.to_numpy() if hasattr(v, "to_numpy") else v for v in inputs]
            return [Output(array) for array in referee.run(graph, arrays, weights)]

    for case in json.loads((folder / "beams.json").read_text()):
        prompt, tokens = case.pop("prompt"), case.pop("tokens")
        pool = PagePool(cache, 40)
        settings = GenerationSettings(max_tokens=10, **case)
        sequence = Sequence(prompt, settings, Names(), 64, frozenset([2]))  # type: ignore[arg-type]
        best = BeamSearch(Stepper(Model(), pool), sequence).run()  # type: ignore[arg-type]
        ended = [2] if best.finish_reason == "stop" else []
        assert [*best.tokens, *ended] == tokens, case
        assert pool.free == 40, "all pages came back"


def test_beams_of_a_pipeline(plain: Pipeline) -> None:
    beams = plain.generate("Hi", num_beams=3, max_tokens=6, ignore_eos=True)
    greedy = plain.generate("Hi", max_tokens=6, ignore_eos=True)
    assert sum(beams.logprobs) >= sum(greedy.logprobs) - 1e-4
    assert beams.text == plain.tokenizer.decode(beams.tokens)
    with pytest.raises(ValueError, match="beams are not sampled"):
        plain.generate("Hi", num_beams=2, temperature=1.0)


def test_likeliest_tokens_are_told(plain: Pipeline) -> None:
    got = plain.generate("Hi", max_tokens=4, ignore_eos=True, top_logprobs=3)
    assert [len(told) for told in got.top_logprobs] == [3] * 4
    for token, chance, told in zip(got.tokens, got.logprobs, got.top_logprobs):
        assert next(iter(told)) == token and told[token] == pytest.approx(chance, abs=1e-5)
        assert list(told.values()) == sorted(told.values(), reverse=True)


def test_requests_of_a_loop_run_together(plain: Pipeline) -> None:
    wanted = [plain.generate(prompt, **CHOSEN) for prompt in PROMPTS]
    plain.model.steps.clear()

    async def late(prompt: str, pause: float) -> Generation:
        await asyncio.sleep(pause)
        return await plain.agenerate(prompt, **CHOSEN)

    async def all_of_them() -> list[Generation]:
        return list(await asyncio.gather(*(late(p, i * 0.01) for i, p in enumerate(PROMPTS))))

    assert [g.tokens for g in asyncio.run(all_of_them())] == [g.tokens for g in wanted]
    assert len(plain.model.steps) < 14 * len(PROMPTS), "some steps were shared"


def test_who_leaves_frees_its_pages(plain: Pipeline) -> None:
    async def first_piece() -> str:
        async for piece in plain.astream("x" * 100, max_tokens=100, ignore_eos=True, raw=True):
            return str(piece)
        return ""

    assert asyncio.run(first_piece())
    got = plain.generate("one", **CHOSEN)  # waits until the steps have ended
    assert plain._pool is not None and plain._pool.pages - plain._pool.free == 1
    assert len(got.tokens) == 14


def test_texts_that_do_not_fit_wait(model: Path, plain: Pipeline, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    """Two pages for three texts that need one each, then two: one is put back, and its text is the same."""
    pipeline = opened(model)
    prompts = ["a" * 100, "b" * 110, "c" * 120]
    wanted = [plain.generate(p, max_tokens=40, ignore_eos=True, raw=True) for p in prompts]
    pipeline._pool = PagePool(pipeline.cache_type, 2)
    monkeypatch.setattr("ember.pipelines.pipeline.fitting_pages", lambda cache, wanted, least: 2)
    found = pipeline.generate_batch(prompts, max_tokens=40, ignore_eos=True, raw=True)
    assert [g.tokens for g in found] == [g.tokens for g in wanted]


def test_memory_that_does_not_suffice(model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "available", lambda device: 100_000)
    with pytest.raises(ModelError, match=r"0.1 MB for weights and 0.1 MB for a cache of 256 tokens, 0.1 MB are free"):  # fmt: skip
        opened(model, max_length=256)
    monkeypatch.setattr(memory, "available", lambda device: None)
    assert opened(model).max_length == 256


@pytest.mark.parametrize("dtype", [DType.float16, DType.int8])
def test_smaller_caches(dtype: DType) -> None:
    cache = cache_type_of(config_of_json(json.loads((Path(__file__).with_name("golden") / "llama" / "config.json").read_text())), dtype)  # fmt: skip
    elements = 2 * cache.layers * cache.page_size * cache.heads
    wanted = elements * (2 * cache.size if dtype is DType.float16 else cache.size + 4)
    assert cache.bytes_per_page() == prod(cache.shape(3)) * dtype.size_in_bytes // 3 == wanted


def test_weights_in_another_format(model: Path, plain: Pipeline) -> None:
    pipeline = opened(model, weights_dtype="q8_0")
    kinds = {weight.encoding for weight in pipeline.files.weights.values()}
    assert kinds == {None, "q8_0"}
    halves = opened(model, weights_dtype="f16")
    wanted = plain.generate("Hi", max_tokens=4, ignore_eos=True).tokens
    assert halves.generate("Hi", max_tokens=4, ignore_eos=True).tokens == wanted


def write_adapter(folder: Path, scale: float, seed: int = 1, **settings: Any) -> Path:
    rng = np.random.default_rng(seed)
    folder.mkdir()
    values = {"peft_type": "LORA", "r": 2, "lora_alpha": 4, "bias": "none", **settings}
    (folder / "adapter_config.json").write_text(json.dumps(values))
    tensors = {}
    for layer in range(2):
        for name, rows in (("self_attn.q_proj", 32), ("self_attn.k_proj", 16), ("mlp.up_proj", 64)):
            start = f"base_model.model.model.layers.{layer}.{name}"
            tensors[f"{start}.lora_A.weight"] = rng.standard_normal((2, 32)).astype(np.float32)
            tensors[f"{start}.lora_B.weight"] = (rng.standard_normal((rows, 2)) * scale).astype(np.float32)  # fmt: skip
    write_safetensors(folder / "adapter_model.safetensors", tensors)
    return folder


def test_an_adapter_is_as_if_it_were_in_the_weights(model: Path, plain: Pipeline, tmp_path: Path) -> None:  # fmt: skip
    folder = write_adapter(tmp_path / "adapter", 0.2)
    adapted = opened(model, adapters=[folder])
    merged = opened(model)
    from ember.pipelines.adapting import Adapter

    for name, pair in Adapter.of_folder(folder).layers.items():
        path = name.removeprefix("model.") + ".weight"
        change = 2 * pair["B"] @ pair["A"]
        heads = {"q_proj": 4, "k_proj": 2}.get(path.split(".")[-2])
        weight = merged.files.weights[path]
        weight.data = weight.data + (change if heads is None else interleaved_rows(change, heads))
    merged.model = Referee(merged)
    got = adapted.generate("Hi", **{**CHOSEN, "top_logprobs": 2})
    want = merged.generate("Hi", **CHOSEN)
    assert got.tokens == want.tokens
    np.testing.assert_allclose(got.logprobs, want.logprobs, atol=1e-4)
    assert got.tokens != plain.generate("Hi", **CHOSEN).tokens


def test_adapters_that_do_not_fit(model: Path, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="'use_dora' is True is not supported"):
        opened(model, adapters=[write_adapter(tmp_path / "dora", 1, use_dora=True)])
    with pytest.raises(ModelError, match="needs 'r' and 'lora_alpha'"):
        opened(model, adapters=[write_adapter(tmp_path / "none", 1, r=None)])
    wrong = write_adapter(tmp_path / "wrong", 1)
    write_safetensors(wrong / "adapter_model.safetensors", {"base_model.model.model.norm.lora_A.weight": np.zeros((2, 32), np.float32), "base_model.model.model.norm.lora_B.weight": np.zeros((32, 2), np.float32)})  # fmt: skip
    with pytest.raises(ModelError, match="'model.norm', which is no linear layer"):
        opened(model, adapters=[wrong])


def test_rows_of_heads_there_and_back(model: Path) -> None:
    rows = np.arange(48).reshape(16, 3)
    assert interleaved_rows(rows, 2)[:4, 0].tolist() == [0, 12, 3, 15]
    assert (halved_rows(interleaved_rows(rows, 2), 2) == rows).all()
    assert Gguf(model).tensors["blk.0.attn_q.weight"].format is Format.F32
