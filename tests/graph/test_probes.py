"""Lines of graphs as people write them give the types and exceptions that `probes.txt` says, under the names of `max`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember.dtype import DType
from ember.graph import (
    BufferType,
    BufferValue,
    DeviceRef,
    Dim,
    Graph,
    TensorType,
    TensorValue,
    Value,
    ops,
)
from ember.ir.parser import parse_module
from ember.ir.printer import print_op
from ember.ir.verifier import check

CPU, GPU = DeviceRef.CPU(), DeviceRef.GPU()
DTYPES = {
    "bool": DType.bool, "f16": DType.float16, "f32": DType.float32, "f64": DType.float64, "bf16": DType.bfloat16,
    "i8": DType.int8, "i16": DType.int16, "i32": DType.int32, "i64": DType.int64,
    "u8": DType.uint8, "u16": DType.uint16, "u32": DType.uint32, "u64": DType.uint64,
}  # fmt: skip
NAMES = {dtype: name for name, dtype in DTYPES.items()}
LINES = [
    line.split(" | ")
    for line in (Path(__file__).parent / "probes.txt").read_text().splitlines()
    if line and not line.startswith("#")
]


def type_of(text: str) -> TensorType | BufferType:
    found = re.fullmatch(r"(buffer )?(\w+)(@gpu)?\[(.*)\]", text.strip())
    assert found is not None, text
    is_buffer, dtype, place, dims = found.groups()
    shape = [int(d) if d.isdigit() else d for d in map(str.strip, dims.split(",")) if d]
    kind = BufferType if is_buffer else TensorType
    return kind(DTYPES[dtype], shape, GPU if place else CPU)


def shown(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ", ".join(map(shown, value)) or "nothing"
    if not isinstance(value, TensorValue | BufferValue):
        return str(value)
    place = "@gpu" if value.device.is_gpu() else ""
    prefix = "buffer " if isinstance(value, BufferValue) else ""
    return f"{prefix}{NAMES[value.dtype]}{place}[{', '.join(map(str, value.shape))}]"


def built(inputs: str, line: str) -> tuple[Graph, Any]:
    """The graph of a line, and what the line gives."""
    pairs = [pair.split(": ", 1) for pair in re.split(r", (?=\w+: )", inputs)]
    known: dict[str, Any] = {
        "ops": ops, "np": np, "DType": DType, "Dim": Dim, "CPU": CPU, "GPU": GPU, "TensorValue": TensorValue, "BufferType": BufferType
    }  # fmt: skip
    with Graph("g", input_types=[type_of(type) for _, type in pairs]) as graph:
        known |= {name: value for (name, _), value in zip(pairs, graph.inputs)}
        given = eval(line, known)
        values = given if isinstance(given, list | tuple) else [given]
        graph.output(*(value for value in values if isinstance(value, Value)))
    return graph, given


@pytest.mark.parametrize("probe", LINES, ids=[" | ".join(line[:2]) for line in LINES])
def test_lines(probe: list[str]) -> None:
    inputs, line, expected = probe[0], probe[1], probe[-1]
    if not expected.endswith(("Error", "Exception")):
        graph, given = built(inputs, line)
        assert shown(given) == expected
        text = repr(graph)
        module = parse_module(f"mo.module {{\n{text}\n}}")
        assert not check(module) and print_op(module.regions[0].first) == text
        return
    with pytest.raises(Exception) as found:
        built(inputs, line)
    assert expected in [kind.__name__ for kind in type(found.value).__mro__], repr(found.value)
    assert str(found.value), "an exception says what is wrong"
