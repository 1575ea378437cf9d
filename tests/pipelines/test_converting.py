"""Files of weights written and converted."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from ember.pipelines.weights.converting import convert_gguf
from ember.pipelines.weights.errors import WeightsError
from ember.pipelines.weights.formats import Format, dequantize
from ember.pipelines.weights.gguf import Gguf
from ember.pipelines.weights.quantizing import quantize
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
