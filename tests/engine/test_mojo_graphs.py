"""Graphs built in Mojo with the API of 2024: the talk's layers give what the same layers give in Python."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np

from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph, TensorType, ops

HEADS, HEAD_DIM, DIM, HIDDEN = 2, 4, 8, 16
PROGRAM = Path(__file__).parent / "mojo_graphs" / "transformer.mojo"


def numbers(shape: tuple[int, ...], salt: int) -> np.ndarray[Any, Any]:
    count = int(np.prod(shape))
    return ((((np.arange(count) * 7 + salt * 13) % 11) - 5) / 10).astype(np.float32).reshape(shape)


def norm(x: Any, weight: Any) -> Any:
    return x * ops.rsqrt(ops.mean(x**2.0) + 1e-5) * weight


def rope(x: Any, freqs: Any) -> Any:
    cosines, sines, first, second = freqs[0], freqs[1], x[..., :2], x[..., 2:]
    return ops.concat([first * cosines - second * sines, second * cosines + first * sines], 3)


def block(x: Any, freqs: Any, k_cache: Any, v_cache: Any) -> Any:
    w = [ops.constant(numbers((DIM, DIM), salt)) for salt in (1, 2, 3, 4)]
    up, down, gate = (
        ops.constant(numbers(s, n))
        for s, n in (((DIM, HIDDEN), 5), ((HIDDEN, DIM), 6), ((DIM, HIDDEN), 7))
    )
    normed = norm(x, ops.constant(numbers((DIM,), 8)))
    q, k, v = ((normed @ w[i]).reshape([1, "seq_len", HEADS, HEAD_DIM]) for i in range(3))
    q, k = rope(q, freqs), rope(k, freqs)
    keys = ops.concat([k_cache, k], 1).transpose(1, 2)
    values = ops.concat([v_cache, v], 1).transpose(1, 2)
    mixed = ops.softmax(q.transpose(1, 2) @ keys.transpose(2, 3) * 0.5) @ values
    h = x + mixed.transpose(1, 2).reshape([1, "seq_len", DIM]) @ w[3]
    inner = norm(h, ops.constant(numbers((DIM,), 9)))
    return h + (ops.silu(inner @ up) * (inner @ gate)) @ down, k, v


def tensor(*shape: int | str) -> TensorType:
    return TensorType(DType.float32, shape, DeviceRef.CPU())


def test_the_layers_of_the_talk() -> None:
    types = (
        tensor(1, "seq_len", DIM),
        tensor(2, "seq_len", 1, HEAD_DIM // 2),
        tensor(1, "before", HEADS, HEAD_DIM),
        tensor(1, "before", HEADS, HEAD_DIM),
    )
    shapes = (
        (1, 3, DIM),
        (2, 3, 1, HEAD_DIM // 2),
        (1, 2, HEADS, HEAD_DIM),
        (1, 2, HEADS, HEAD_DIM),
    )
    inputs = [numbers(shape, 10 + n) for n, shape in enumerate(shapes)]
    wanted = InferenceSession().load(Graph("block", block, types)).execute(*inputs)
    done = subprocess.run(
        [sys.executable, "-m", "ember", "run", str(PROGRAM)], capture_output=True, text=True, timeout=600
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    *lines, error = done.stdout.splitlines()
    for line, result in zip(lines, wanted, strict=True):
        got = np.array([float(word) for word in line.split()], np.float32)
        np.testing.assert_allclose(got, result.to_numpy().ravel(), rtol=1e-5, atol=1e-6)
    assert error.startswith("error: ")
