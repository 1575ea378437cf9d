"""GGUF files: what is read from a good one, and one clear error for each kind of bad one."""

from __future__ import annotations

import struct
from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ember.pipelines.weights.errors import WeightsError
from ember.pipelines.weights.formats import Format, dequantize
from ember.pipelines.weights.gguf import Gguf


def string(text: str) -> bytes:
    data = text.encode()
    return struct.pack("<Q", len(data)) + data


def entry(key: str, kind: int, value: bytes) -> bytes:
    return string(key) + struct.pack("<I", kind) + value


def tensor(name: str, shape: tuple[int, ...], format: int, offset: int) -> bytes:
    sizes = b"".join(struct.pack("<Q", n) for n in reversed(shape))
    return string(name) + struct.pack("<I", len(shape)) + sizes + struct.pack("<IQ", format, offset)


ENTRIES = [
    entry("general.architecture", 8, string("llama")),
    entry("llama.block_count", 4, struct.pack("<I", 30)),
    entry("llama.eps", 6, struct.pack("<f", 0.5)),
    entry("words", 9, struct.pack("<IQ", 8, 3) + string("a") + string("é") + string("")),
    entry("scores", 9, struct.pack("<IQ", 6, 2) + struct.pack("<ff", 1.0, -2.0)),
    entry("flag", 7, b"\x01"),
]
TENSORS = [
    tensor("plain", (2, 3), 0, 0),
    tensor("blocks", (2, 32), 8, 32),
]
DATA = np.arange(6, dtype=np.float32).tobytes().ljust(32, b"\0") + bytes(range(68))


def file_with(
    entries: list[bytes],
    tensors: list[bytes],
    data: bytes,
    magic: bytes = b"GGUF",
    version: int = 3,
) -> bytes:
    head = magic + struct.pack("<IQQ", version, len(tensors), len(entries))
    head += b"".join(entries) + b"".join(tensors)
    return head + b"\0" * (-len(head) % 32) + data


GOOD = file_with(ENTRIES, TENSORS, DATA)


def opened(tmp_path: Path, content: bytes) -> Gguf:
    path = tmp_path / "model.gguf"
    path.write_bytes(content)
    return Gguf(path)


def test_what_a_file_holds(tmp_path: Path) -> None:
    file = opened(tmp_path, GOOD)
    assert file.require("general.architecture", str) == "llama"
    assert file.require("llama.block_count", int) == 30
    assert file.get("words") == ["a", "é", ""] and file.get("scores") == [1.0, -2.0]
    assert file.get("flag") is True and "words" in file and file.get("none", 7) == 7
    assert list(file.tensors) == ["plain", "blocks"]
    info = file.tensors["plain"]
    assert info.shape == (2, 3) and info.format is Format.F32
    assert dequantize(file.raw("plain"), Format.F32).tolist() == [[0, 1, 2], [3, 4, 5]]
    assert file.raw("blocks").shape == (2, 34)


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b"GGML" + GOOD[4:], "this is no GGUF file"),
        (file_with(ENTRIES, TENSORS, DATA, version=9), "GGUF version 9 is not supported"),
        (GOOD[:-1], "the tensor 'blocks' ends at"),
        (GOOD[:40], "goes beyond the end of the file"),
        (file_with([ENTRIES[0]] * 2, [], b""), "'general.architecture' stands there twice"),
        (file_with([entry("k", 99, b"")], [], b""), "'k' has the unknown type 99"),
        (file_with([entry("k", 9, struct.pack("<IQ", 99, 1))], [], b""), "'k' have the unknown type 99"),
        (file_with([entry("k", 9, struct.pack("<IQ", 6, 1 << 60))], [], b""), "the values of 'k' at byte"),
        (file_with([entry("k", 9, struct.pack("<IQ", 8, 1 << 60))], [], b""), "the values of 'k' at byte"),
        (file_with([entry("k", 8, struct.pack("<Q", 1 << 62))], [], b""), "the value of 'k' at byte"),
        (file_with([entry("k", 8, struct.pack("<Q", 1) + b"\xff")], [], b""), "is no UTF-8"),
        (file_with([], [tensor("t", (4,), 77, 0)], DATA), "the tensor 't' has the format 77"),
        (file_with([], [tensor("t", (33,), 8, 0)], DATA), "a row of 33 is not made of Q8_0 blocks of 32"),
        (file_with([], [tensor("t", (1 << 40, 1 << 40), 0, 0)], DATA), "the tensor 't' ends at"),
        (file_with([], [tensor("t", (1,), 0, 3)], DATA), "lies at 3, no multiple of 32"),
        (file_with([], [tensor("t", (1,), 0, 0)] * 2, DATA), "'t' stands there twice"),
        (file_with([], [tensor("t", (1,) * 9, 0, 0)], DATA), "'t' has rank 9"),
        (
            file_with([entry("general.alignment", 4, struct.pack("<I", 3))], [], b""),
            "'general.alignment' is 3, no power of two",
        ),
    ],
)  # fmt: skip
def test_bad_files_get_one_clear_error(tmp_path: Path, content: bytes, words: str) -> None:
    with pytest.raises(WeightsError, match="model.gguf: ") as found:
        opened(tmp_path, content)
    assert words in str(found.value)


def test_bad_questions(tmp_path: Path) -> None:
    file = opened(tmp_path, GOOD)
    with pytest.raises(WeightsError, match="the metadata has no 'missing'"):
        file.require("missing", int)
    with pytest.raises(WeightsError, match="'llama.eps' must be int, not float"):
        file.require("llama.eps", int)
    with pytest.raises(WeightsError, match="there is no tensor 'missing'"):
        file.raw("missing")
    with pytest.raises(WeightsError, match="No such file"):
        Gguf(tmp_path / "absent.gguf")


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, len(GOOD) - 1), st.integers(0, 255))
def test_any_damage_is_refused_or_harmless(tmp_path: Path, at: int, value: int) -> None:
    damaged = bytearray(GOOD)
    damaged[at] = value
    try:
        file = opened(tmp_path, bytes(damaged))
        for key in file.keys():
            file.get(key)
        for name, info in file.tensors.items():
            dequantize(file.raw(name), info.format)
    except WeightsError:
        pass


@pytest.mark.parametrize("format", [f for f in Format if f.is_quantized])
def test_blocks_of_zero_scale_are_zero(format: Format) -> None:
    raw = np.zeros((3, format.size * 2), np.uint8)
    values = dequantize(raw, format)
    assert values.shape == (3, format.elements * 2) and not values.any()


def test_tensors_without_rows() -> None:
    assert dequantize(np.zeros((0, 34), np.uint8), Format.Q8_0).shape == (0, 32)
    assert dequantize(np.zeros((2, 0), np.uint8), Format.Q8_0).shape == (2, 0)


def test_what_blocks_mean() -> None:
    """One block of each format against its meaning written out element by element."""
    generator = np.random.default_rng(7)
    for format in (Format.Q4_0, Format.Q4_1, Format.Q5_0, Format.Q5_1, Format.Q8_0):
        block = generator.integers(0, 256, format.size, dtype=np.uint8)
        block[:2] = np.float16(0.5).tobytes()[0], np.float16(0.5).tobytes()[1]
        if format in (Format.Q4_1, Format.Q5_1):
            block[2:4] = np.frombuffer(np.float16(-2).tobytes(), np.uint8)
        expected = [element(format, block, i) for i in range(32)]
        assert dequantize(block[None], format)[0].tolist() == expected, format


def element(format: Format, block: np.ndarray, i: int) -> float:
    """The `i`-th number of a block of 32, by the format's definition; scale 0.5, minimum -2."""
    if format is Format.Q8_0:
        return 0.5 * float(np.int8(block[2 + i].view(np.int8)))
    packed = int(block[format.size - 16 + i % 16])
    quant = packed & 15 if i < 16 else packed >> 4
    if format in (Format.Q5_0, Format.Q5_1):
        start = 2 if format is Format.Q5_0 else 4
        bits = int.from_bytes(block[start : start + 4].tobytes(), "little")
        quant |= (bits >> i & 1) << 4
    match format:
        case Format.Q4_0:
            return 0.5 * (quant - 8)
        case Format.Q5_0:
            return 0.5 * (quant - 16)
        case _:
            return 0.5 * quant - 2
