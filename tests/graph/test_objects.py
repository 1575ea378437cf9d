"""Expressions over dimensions, shapes, types, graphs, values and buffers give what `objects.txt` says, under the names of `max`."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ember import driver, engine
from ember.driver import Buffer
from ember.dtype import DType
from ember.graph import (
    AlgebraicDim,
    BufferType,
    DeviceRef,
    Dim,
    Graph,
    Shape,
    StaticDim,
    SymbolicDim,
    TensorType,
    TensorValue,
    Weight,
    ops,
)

CPU, GPU = DeviceRef.CPU(), DeviceRef.GPU()
LINES = [
    re.fullmatch(r"(.*?) ([=!]) (.*)", line)
    for line in (Path(__file__).parent / "objects.txt").read_text().splitlines()
    if not line.startswith("#")
]


def T32(*shape: Any) -> TensorType:
    return TensorType(DType.float32, list(shape), CPU)


def inside(function: Callable[[Graph], Any]) -> Any:
    with Graph("g", input_types=[T32("n")]) as graph:
        return function(graph)


NAMES = {
    "np": np, "driver": driver, "engine": engine, "Buffer": Buffer, "DType": DType, "ops": ops, "CPU": CPU, "GPU": GPU, "T32": T32, "inside": inside
} | {
    kind.__name__: kind
    for kind in (AlgebraicDim, BufferType, DeviceRef, Dim, Graph, Shape, StaticDim, SymbolicDim, TensorType, TensorValue, Weight)
}  # fmt: skip


@pytest.mark.parametrize("line", [found for found in LINES if found], ids=lambda found: found[1])
def test_objects_are_those_of_max(line: re.Match[str]) -> None:
    expression, kind, wanted = line.groups()
    try:
        value = eval(expression, dict(NAMES))
        found = value if isinstance(value, str) else repr(value)
    except Exception as problem:
        assert kind == "!", problem
        found = type(problem).__name__
    else:
        assert kind == "=", found
    assert found == wanted


def test_every_line_is_read() -> None:
    assert all(LINES) and len(LINES) > 140
