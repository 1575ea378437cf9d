"""What ops mean (`reference.py`) is what MAX computes: the lines of `values.txt` against the numbers of `values.json`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from reference import evaluate

from ember.dtype import DType
from ember.graph import DeviceRef, Graph, TensorType, ops

HERE = Path(__file__).parent
CPU = DeviceRef.CPU()
LINES = [
    line
    for line in (HERE / "values.txt").read_text().splitlines()
    if line and not line.startswith("#")
]
KNOWN = json.loads((HERE / "values.json").read_text())


def arrays(number: int, inputs: str) -> dict[str, np.ndarray[Any, Any]]:
    """The inputs of a line: the same numbers wherever they are made."""
    numbers = np.random.default_rng(number)
    found: dict[str, np.ndarray[Any, Any]] = {}
    for pair in re.split(r", (?=\w+: )", inputs):
        name, text = pair.split(": ", 1)
        parts = re.fullmatch(r"(\w+)\[(.*?)\](?:<(\d+))?", text)
        assert parts is not None
        dtype, dims, limit = parts.groups()
        shape = [int(dim) for dim in dims.split(",") if dim.strip()]
        if dtype == "f32":
            found[name] = numbers.standard_normal(shape).astype(np.float32)
        else:
            found[name] = numbers.integers(0, int(limit or 9), shape)
    return found


@pytest.mark.parametrize("line", [line for line in LINES if line in KNOWN])
def test_values(line: str) -> None:
    inputs, written = line.split(" | ")
    given = arrays(LINES.index(line), inputs)
    types = [TensorType(DType.from_numpy(a.dtype), a.shape, CPU) for a in given.values()]
    with Graph("g", input_types=types) as graph:
        names = {name: value.tensor for name, value in zip(given, graph.inputs)}
        graph.output(eval(written, {"ops": ops, "DType": DType, "CPU": CPU, "np": np, **names}))
    (found,) = evaluate(graph.op, list(given.values()))
    expected = KNOWN[line]
    assert (str(found.dtype), list(found.shape)) == (expected["dtype"], expected["shape"])
    wanted = np.array(expected["data"]).reshape(expected["shape"])
    np.testing.assert_allclose(found, wanted, rtol=2e-4, atol=2e-5)
