"""Files of weights written and converted."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from ember.graph import DeviceRef
from ember.pipelines.config import config_of_gguf, config_of_json
from ember.pipelines.loading import open_model
from ember.pipelines.registry import PIPELINE_REGISTRY
from ember.pipelines.weights.converting import convert, convert_gguf
from ember.pipelines.weights.errors import WeightsError
from ember.pipelines.weights.formats import Format, dequantize
from ember.pipelines.weights.gguf import Gguf
from ember.pipelines.weights.quantizing import quantize
from tests.pipelines.played import opened
from tests.pipelines.tiny import write_tiny

LEVELS = {"Q8_0": 254, "Q5_1": 31, "Q5_0": 31, "Q4_1": 15, "Q4_0": 15, "F16": 2000, "BF16": 250, "F32": 1e9}  # fmt: skip


@pytest.mark.parametrize("name", LEVELS)
def test_there_and_back(name: str) -> None:
    rng = np.random.default_rng(2)
    values = rng.standard_normal((5, 64), np.float32) * 3
    values[1] = 0
    values[2, :32] = 7
    raw = quantize(values, Format[name])
    assert raw.shape == (5, Format[name].bytes_of(64))
    back = dequantize(raw, Format[name])
    step = np.ptp(values.reshape(-1, 32), axis=1).max() / LEVELS[name]
    extra = 1.1 * np.abs(values).max() / LEVELS[name] if name.endswith("_0") else 0.01 * step
    assert np.abs(back - values).max() <= step + extra
    assert (dequantize(quantize(back, Format.F32), Format.F32) == back).all()


@pytest.mark.parametrize(("name", "most"), [("Q4_K", 0.09), ("Q5_K", 0.045), ("Q6_K", 0.025)])
def test_there_and_back_by_256(name: str, most: float) -> None:
    """The error is what the format makes of numbers of a normal distribution, and not more; extremes are no trouble."""
    rng = np.random.default_rng(2)
    values = rng.standard_normal((7, 512), np.float32)
    values[1] = 0
    values[2] = 3
    values[3] = -3
    values[4] *= 1e-3
    raw = quantize(values, Format[name])
    assert raw.shape == (7, Format[name].bytes_of(512))
    back = dequantize(raw, Format[name])
    assert np.sqrt(((back - values)[[0, 5, 6]] ** 2).mean()) < most
    assert np.abs(back - values)[4].max() < 4e-4
    assert np.abs(back[1]).max() == 0 and np.abs(back[2:4] - values[2:4]).max() < 0.03
    again = dequantize(quantize(back, Format[name]), Format[name])
    assert np.sqrt(((again - back) ** 2).mean()) < most / 2


def test_no_way_there() -> None:
    with pytest.raises(ValueError, match="no way to i8 yet"):
        quantize(np.zeros((1, 256), np.float32), Format.I8)
    with pytest.raises(ValueError, match="not made of Q8_0 blocks"):
        quantize(np.zeros((1, 33), np.float32), Format.Q8_0)


def test_a_converted_file(tmp_path: Path) -> None:
    source = write_tiny(tmp_path / "a.gguf")
    convert_gguf(source, tmp_path / "b.gguf", Format.Q8_0)
    old, new = Gguf(source), Gguf(tmp_path / "b.gguf")
    assert list(old.keys()) == [k for k in new.keys() if k != "general.file_type"]
    assert old.get("tokenizer.ggml.tokens") == new.get("tokenizer.ggml.tokens")
    assert new.tensors["blk.0.attn_q.weight"].format is Format.Q8_0
    assert new.tensors["output_norm.weight"].format is Format.F32
    assert b"llama.block_count\x04\0\0\0\x02\0\0\0" in (tmp_path / "b.gguf").read_bytes(), (
        "sizes are unsigned"
    )
    values = dequantize(old.raw("blk.1.ffn_up.weight"), Format.F32)
    assert np.abs(dequantize(new.raw("blk.1.ffn_up.weight"), Format.Q8_0) - values).max() < 0.02
    with pytest.raises(WeightsError, match="into itself"):
        convert_gguf(source, source, Format.F16)


def test_a_folder_and_back(tmp_path: Path) -> None:
    """The same text out of a GGUF file, the folder it becomes, and the file that becomes of that."""
    source = write_tiny(tmp_path / "a.gguf")
    convert(source, tmp_path / "folder", Format.F32)
    convert(tmp_path / "folder", tmp_path / "b.gguf", Format.F32)
    old, new = Gguf(source), Gguf(tmp_path / "b.gguf")
    assert set(old.tensors) == set(new.tensors)
    for name in old.tensors:
        assert (old.raw(name) == new.raw(name)).all(), name
    for key in ("tokens", "token_type", "merges", "pre", "eos_token_id"):
        assert old.get(f"tokenizer.ggml.{key}") == new.get(f"tokenizer.ggml.{key}"), key
    found = [opened(tmp_path / name) for name in ("a.gguf", "folder", "b.gguf")]
    texts = [p.generate("Hé 12 <|im_end|>!", max_tokens=8, ignore_eos=True) for p in found]
    assert texts[0].prompt_tokens == texts[1].prompt_tokens == texts[2].prompt_tokens
    assert texts[0].tokens == texts[1].tokens == texts[2].tokens


def test_folders_of_other_architectures(tmp_path: Path) -> None:
    folder = Path(__file__).with_name("golden")
    metadata: dict[str, object] = {}
    for name in ("qwen2", "qwen3", "gemma3"):
        copy = tmp_path / name
        shutil.copytree(folder / name, copy)
        convert(write_tiny(tmp_path / f"{name}.gguf"), tmp_path / f"{name}-words", Format.F16)
        for file in ("tokenizer.json", "tokenizer_config.json"):
            shutil.copy(tmp_path / f"{name}-words" / file, copy)
        convert(copy, tmp_path / f"{name}-new.gguf", Format.F32)
        config = config_of_gguf(Gguf(tmp_path / f"{name}-new.gguf"))
        metadata[name] = config.architecture
        model = PIPELINE_REGISTRY.find(name).build(config, DeviceRef.CPU())
        model.load_state_dict(open_model(tmp_path / f"{name}-new.gguf").weights)
        original = PIPELINE_REGISTRY.find(name).build(config_of_json(json.loads((copy / "config.json").read_text())), DeviceRef.CPU())  # fmt: skip
        original.load_state_dict(open_model(copy).weights)
        values, wanted = model.state_dict(), original.state_dict()
        offset = 1 if name == "gemma3" else 0
        assert set(values) == set(wanted)
        for weight in values:
            more = offset if weight.endswith("norm.weight") or "layernorm" in weight or "after" in weight else 0  # fmt: skip
            np.testing.assert_allclose(values[weight], wanted[weight] + more, atol=1e-6)
    assert metadata == {"qwen2": "qwen2", "qwen3": "qwen3", "gemma3": "gemma3"}


def test_folders_that_are_not_converted(tmp_path: Path) -> None:
    source = write_tiny(tmp_path / "a.gguf")
    with pytest.raises(ValueError, match="plain numbers: f32, f16 or bf16, not q8_0"):
        convert(source, tmp_path / "folder", Format.Q8_0)
    (tmp_path / "there").mkdir()
    with pytest.raises(ValueError, match="something at .* already"):
        convert(source, tmp_path / "there", Format.F16)
    with pytest.raises(ValueError, match="'BertModel' has no form as GGUF here"):
        convert(Path(__file__).with_name("golden") / "bert", tmp_path / "b.gguf", Format.F16)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.gguf", "there"]


@pytest.mark.parametrize("target", ["half.gguf", "folder"])
def test_an_interrupt_leaves_nothing_half_written(tmp_path: Path, target: str) -> None:
    source = write_tiny(tmp_path / "plain.gguf", layers=1)

    def interrupt(done: int, count: int) -> None:
        if done == 3:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        convert(source, tmp_path / target, Format.F16, interrupt)
    assert list(tmp_path.iterdir()) == [source]


def test_an_interrupt_while_writing_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    source, target = write_tiny(tmp_path / "plain.gguf", layers=1), tmp_path / "old.gguf"
    target.write_bytes(b"before")

    def interrupt(size: int) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr("ember.pipelines.weights.writing._aligned", interrupt)
    with pytest.raises(KeyboardInterrupt):
        convert(source, target, Format.F16)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["old.gguf", "plain.gguf"]
    assert target.read_bytes() == b"before"
