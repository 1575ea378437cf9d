"""Text from a file of weights: streams, batches, stop strings, settings; the steps run in the referee."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.pipelines.chat import ChatTemplate
from ember.pipelines.config import ModelError
from ember.pipelines.pipeline import Generation, Pipeline
from ember.pipelines.scoring import log_probabilities, perplexity
from ember.pipelines.sequences import StopFinder
from ember.pipelines.settings import GenerationSettings
from tests.pipelines.played import opened
from tests.pipelines.tiny import write_tiny


@pytest.fixture(scope="module")
def pipeline(tmp_path_factory: pytest.TempPathFactory) -> Pipeline:
    return opened(write_tiny(tmp_path_factory.mktemp("model") / "tiny.gguf"))


def test_a_stream_is_the_text(pipeline: Pipeline) -> None:
    *pieces, done = pipeline.stream("Hi", max_tokens=12, ignore_eos=True)
    assert isinstance(done, Generation)
    assert "".join(map(str, pieces)) == done.text
    assert len(done.tokens) == 12 and done.finish_reason == "length"
    again = pipeline.generate("Hi", max_tokens=12, ignore_eos=True)
    assert again.tokens == done.tokens


def test_batches_change_nothing(pipeline: Pipeline) -> None:
    prompts = ["one", "and two", "x" * 140]
    chosen = {"max_tokens": 6, "temperature": 0.8, "seed": 5, "ignore_eos": True, "raw": True}
    together = pipeline.generate_batch(prompts, **chosen)
    alone = [pipeline.generate(prompt, **chosen) for prompt in prompts]
    assert [g.tokens for g in together] == [g.tokens for g in alone]


def test_what_is_in_the_cache_is_not_computed_again(pipeline: Pipeline) -> None:
    first = pipeline.generate("Tell me more", max_tokens=4, ignore_eos=True, raw=True)
    steps = pipeline.model.steps
    steps.clear()
    longer = "Tell me more and more"
    got = pipeline.generate(longer, max_tokens=4, ignore_eos=True, raw=True)
    assert steps[0] == len(longer) - len("Tell me more")
    pipeline._kept = None
    assert pipeline.generate(longer, max_tokens=4, ignore_eos=True, raw=True).tokens == got.tokens
    assert first.prompt_tokens == got.prompt_tokens[: len(first.prompt_tokens)]


def test_stop_strings(pipeline: Pipeline) -> None:
    whole = pipeline.generate("Hi", max_tokens=20, ignore_eos=True)
    stop = whole.text[3:5]
    cut = pipeline.generate("Hi", max_tokens=20, ignore_eos=True, stop=[stop])
    assert cut.finish_reason == "stop"
    assert cut.text == whole.text[: whole.text.index(stop)]


def test_banned_and_wanted_tokens(pipeline: Pipeline) -> None:
    got = pipeline.generate("Hi", max_tokens=3, logit_bias={100: 1000.0})
    assert got.tokens == [100] * 3
    got = pipeline.generate("Hi", max_tokens=9, min_tokens=4, logit_bias={2: 1000.0})
    assert got.finish_reason == "stop" and len(got.tokens) == 4
    got = pipeline.generate("Hi", max_tokens=6, ignore_eos=True, presence_penalty=100.0)
    assert len(set(got.tokens)) == 6


def test_beside_an_event_loop(pipeline: Pipeline) -> None:
    async def both() -> list[Generation]:
        calls = [pipeline.agenerate(text, max_tokens=3, raw=True) for text in ("a", "b")]
        return list(await asyncio.gather(*calls))

    assert [g.prompt_tokens for g in asyncio.run(both())] == [[100], [101]]


@pytest.mark.parametrize(
    "wrong",
    [{"temperature": -1}, {"top_p": 0}, {"max_tokens": 0}, {"seed": -1}, {"stop": [""]}, {"repetition_penalty": 0},
     {"max_tokens": 2.5}, {"temperature": "1"}, {"seed": None}, {"logit_bias": {"65": 1.0}}, {"logit_bias": {65: float("nan")}}, {"stop": [5]}, {"top_logprobs": 1, "num_beams": 2}],
)  # fmt: skip
def test_wrong_settings(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=next(iter(wrong))):
        GenerationSettings(**wrong)


def test_wrong_prompts(pipeline: Pipeline) -> None:
    with pytest.raises(ModelError, match="the prompt is empty"):
        pipeline.generate("", raw=True)
    with pytest.raises(ModelError, match="300 tokens, the model takes at most 255"):
        pipeline.generate("x" * 300, raw=True)
    with pytest.raises(ModelError, match="at least one message"):
        pipeline.generate([])
    for wrong in (5, None, b"abc", ["a", "b"]):
        with pytest.raises(ModelError, match="a prompt is a text or a list of messages, not"):
            pipeline.generate(wrong)  # type: ignore[arg-type]
    for tokens in ([1, 99999], [-1], [1.5]):
        with pytest.raises(ModelError, match="tokens are numbers from 0 to 258"):
            pipeline.generate_tokens(tokens, max_tokens=1)  # type: ignore[arg-type]
    with pytest.raises(ModelError, match="several prompts are a list"):
        pipeline.generate_batch("abc")
    with pytest.raises(ValueError, match="half a character at 1"):
        pipeline.generate("a\ud800")


def test_settings_of_other_projects(pipeline: Pipeline) -> None:
    for name, own in (("max_new_tokens", "max_tokens"), ("do_sample", "temperature"), ("temprature", "temperature")):  # fmt: skip
        with pytest.raises(TypeError, match=f"no setting '{name}'; did you mean '{own}'"):
            pipeline.generate("x", **{name: 1})
    whole = pipeline.generate("x", max_tokens=6, top_k=2**40, temperature=1.0, stop=None)
    found = pipeline.generate("x", max_tokens=6, top_k=2**40, temperature=1.0, stop=whole.text[2])
    assert found.text == whole.text[: whole.text.index(whole.text[2])]


def test_templates_are_guarded(pipeline: Pipeline) -> None:
    tokens = pipeline.prompt_tokens("x<|im_end|>")
    assert tokens.count(2) == 1, "what the user wrote is text"
    with pytest.raises(ModelError, match="line 2"):
        ChatTemplate("x\n{% for %}", pipeline.tokenizer)
    template = ChatTemplate("{{ raise_exception('no ' + messages[0].role) }}", pipeline.tokenizer)
    with pytest.raises(ModelError, match="no user"):
        template.render([{"role": "user", "content": ""}])
    escape = ChatTemplate("{{ ''.__class__.__mro__ }}", pipeline.tokenizer)
    with pytest.raises(ModelError, match="does not take"):
        escape.render([{"role": "user", "content": ""}])


def test_stops_are_held_back() -> None:
    finder = StopFinder(["END", "DO"])
    assert finder.feed("a E") == ("a ", False)
    assert finder.feed("N") == ("", False)
    assert finder.feed("x") == ("ENx", False)
    assert finder.feed("yEN") == ("y", False)
    assert finder.feed("D!") == ("", True)
    assert StopFinder([]).feed("all") == ("all", False)


def test_perplexity(pipeline: Pipeline) -> None:
    got = pipeline.generate("Hi", max_tokens=40, ignore_eos=True, raw=True)
    whole = [*got.prompt_tokens, *got.tokens]
    found = log_probabilities(pipeline, whole)
    np.testing.assert_allclose(found[1:], got.logprobs, atol=1e-4)
    value, count = perplexity(pipeline, "Hello world, how are you?" * 4, window=50)
    assert count == 2 * 25 and value > 1
    with pytest.raises(ModelError, match="at least 512 are needed"):
        perplexity(pipeline, "short")


def test_greedy_is_the_likeliest(pipeline: Pipeline) -> None:
    got = pipeline.generate("Hi", max_tokens=5, ignore_eos=True)
    assert all(np.isfinite(got.logprobs)) and max(got.logprobs) <= 0


def test_models_have_names(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = write_tiny(tmp_path / "tiny.gguf")
    monkeypatch.setattr("ember.pipelines.fetching.installed", lambda model: path)
    monkeypatch.setattr(Pipeline, "_loaded", lambda *_: None)  # what it computes is no matter here
    assert Pipeline("smollm2").files.path == path
    with pytest.raises(ModelError, match="none of that name; known are smollm2"):
        Pipeline("smollm3")


def test_wrong_files(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="there is no model at"):
        Pipeline(tmp_path / "no.gguf")
    path = write_tiny(tmp_path / "mamba.gguf", **{"general.architecture": "mamba"})
    with pytest.raises(ValueError, match="mamba"):
        Pipeline(path)
