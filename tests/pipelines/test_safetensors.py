"""Safetensors files and folders: what is read, and one clear error for each kind of bad one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.dtype import DType
from ember.pipelines.weights.errors import WeightsError
from ember.pipelines.weights.safetensors import Safetensors, open_folder


def content(header: Any, data: bytes) -> bytes:
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return len(text).to_bytes(8, "little") + text + data


def entry(dtype: str, shape: list[Any], begin: int, end: int) -> dict[str, Any]:
    return {"dtype": dtype, "shape": shape, "data_offsets": [begin, end]}


GOOD = {
    "__metadata__": {"format": "pt"},
    "a": entry("F32", [2, 2], 0, 16),
    "b": entry("BF16", [3], 16, 22),
    "scalar": entry("I64", [], 22, 30),
}
DATA = np.arange(4, dtype=np.float32).tobytes() + bytes(14)


def opened(tmp_path: Path, data: bytes) -> Safetensors:
    path = tmp_path / "model.safetensors"
    path.write_bytes(data)
    return Safetensors(path)


def test_what_a_file_holds(tmp_path: Path) -> None:
    file = opened(tmp_path, content(GOOD, DATA))
    assert file.metadata == {"format": "pt"}
    assert file.tensors["b"].dtype is DType.bfloat16 and file.tensors["scalar"].shape == ()
    assert file.raw("a").view(np.float32).tolist() == [[0, 1], [2, 3]]
    assert file.raw("b").shape == (6,) and file.raw("scalar").shape == (8,)
    with pytest.raises(WeightsError, match="there is no tensor 'c'"):
        file.raw("c")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "the file is empty"),
        (b"abc", "this is no safetensors file"),
        (content(GOOD, DATA)[:20], "its header would end beyond the file"),
        (content(b"{", b""), "the header is no JSON"),
        (content(b"[" * 100_000, b""), "the header is no JSON"),
        (content([], b""), "no JSON object"),
        (content(b'{"a": 1, "a": 2}', b""), "'a' stands there twice"),
        (content({"a": 3}, b""), "needs 'dtype', 'shape' and 'data_offsets'"),
        (content({"a": entry("X9", [1], 0, 4)}, b"1234"), "the unknown type 'X9'"),
        (content({"a": entry("F32", [-1], 0, 4)}, b"1234"), "has the shape [-1]"),
        (content({"a": entry("F32", [True], 0, 4)}, b"1234"), "has the shape [True]"),
        (content({"a": entry("F32", [1], 0, 3)}, b"123"), "has 4 bytes, but lies from 0 to 3"),
        (content({"a": entry("F32", [1 << 60], 0, 1 << 62)}, b"1234"), "it was cut short"),
        (content({"a": entry("F32", [1], 4, 8)}, bytes(8)), "has a gap before it"),
        (content({"a": entry("U8", [2], 0, 2), "b": entry("U8", [2], 1, 3)}, bytes(3)), "overlaps another"),
        (content({"a": entry("U8", [2], 0, 2)}, bytes(3)), "1 bytes belong to no tensor"),
        (content({"__metadata__": 4}, b""), "'__metadata__' is no object"),
    ],
)  # fmt: skip
def test_bad_files_get_one_clear_error(tmp_path: Path, data: bytes, words: str) -> None:
    with pytest.raises(WeightsError) as found:
        opened(tmp_path, data)
    assert words in str(found.value)


def test_folders(tmp_path: Path) -> None:
    opened(tmp_path, content(GOOD, DATA))
    assert set(open_folder(tmp_path)) == {"a", "b", "scalar"}
    shards = {"x": "one.safetensors", "y": "two.safetensors"}
    for name, file in shards.items():
        (tmp_path / file).write_bytes(content({name: entry("U8", [1], 0, 1)}, b"1"))
    index = tmp_path / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": shards}))
    assert {name: file.path.name for name, file in open_folder(tmp_path).items()} == shards
    for wrong, words in [
        ("{", "no index of tensors"),
        (json.dumps({"weight_map": {"x": "../one.safetensors"}}), "is said to lie outside"),
        (json.dumps({"weight_map": {"z": "one.safetensors"}}), "promises a tensor 'z'"),
        (json.dumps({"weight_map": {"z": "none.safetensors"}}), "No such file"),
    ]:
        index.write_text(wrong)
        with pytest.raises(WeightsError) as found:
            open_folder(tmp_path)
        assert words in str(found.value)
