"""Ops that order and move numbers beside torch on one GPU: the first of rows, sorting, sums so far, transposition, rows of a table, convolution.

    python bench/gpu/order.py [--small]

A line has the op, milliseconds of ours and of torch's (calls put on the stream one after the other, best of several batches), their ratio, and the largest difference.
On the simulated device (`--small`) only the values mean something.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
from graphs import DEVICE, GPU, graph_of, milliseconds

from ember.driver import Buffer
from ember.dtype import DType
from ember.graph import TensorType, ops

Array = np.ndarray[Any, Any]
Case = tuple[str, Callable[..., Any], str, list[Array], DType]
F32, BF16 = DType.float32, DType.bfloat16


def cases(small: bool) -> list[Case]:
    """Name, our graph, the same in torch, its inputs, and the type that numbers are rounded to."""
    random = np.random.default_rng(1)

    def numbers(*shape: int) -> Array:
        return random.random(shape, np.float32) * 2 - 1

    scores = numbers(4, 3000) if small else numbers(64, 128256)
    line = numbers(20000 if small else 1 << 26)
    square = numbers(64, 64) if small else numbers(8192, 8192)
    table = numbers(100, 64) if small else numbers(32000, 4096)
    rows = random.integers(0, len(table), 40 if small else 8192)
    image = numbers(1, 8, 8, 16) if small else numbers(32, 56, 56, 256)
    filters = numbers(3, 3, image.shape[3], image.shape[3])
    convolution = (
        "F.conv2d(x.permute(0, 3, 1, 2), y.permute(3, 2, 0, 1), padding=1).permute(0, 2, 3, 1)"
    )
    return [
        ("top-k 50", lambda x: ops.top_k(x, 50, -1)[1], "torch.topk(x, 50)[1]", [scores], F32),
        ("argsort", lambda x: ops.argsort(x), "torch.sort(x, stable=True)[1]", [line], F32),
        ("cumsum", lambda x: ops.cumsum(x, 0), "torch.cumsum(x, 0)", [line], F32),
        ("transpose", lambda x: ops.transpose(x, 0, 1) + 0.0, "x.t().contiguous()", [square], F32),
        ("embedding", lambda x, y: ops.gather(x, y, 0), "F.embedding(y, x)", [table, rows], BF16),
        ("convolution", lambda x, y: ops.conv2d(x, y, padding=(1, 1, 1, 1)), convolution, [image, filters], BF16),
    ]  # fmt: skip


def placed(array: Array, dtype: DType) -> Buffer:
    if array.dtype == np.float32 and dtype is BF16:
        raw = (array.view(np.uint32) >> 16).astype(np.uint16)
        return Buffer.from_numpy(raw).view(dtype).to(DEVICE)
    return Buffer.from_numpy(array).to(DEVICE)


def measure(case: Case, calls: int) -> str:
    name, build, peer, arrays, dtype = case
    buffers = [placed(array, dtype) for array in arrays]
    types = [TensorType(buffer.dtype, buffer.shape, GPU) for buffer in buffers]
    model = graph_of(types, build)
    ms = milliseconds(partial(model.execute, *buffers), DEVICE.synchronize, calls)
    try:
        import torch
        import torch.nn.functional as F
    except ImportError:
        return f"{name:12} {ms:9.4f} ms"
    tensors = [torch.from_dlpack(buffer) for buffer in buffers]
    work = eval(f"lambda {', '.join('xy'[: len(tensors)])}: {peer}", {"torch": torch, "F": F})
    theirs = milliseconds(lambda: work(*tensors), torch.cuda.synchronize, calls)
    found = torch.from_dlpack(model.execute(*buffers)[0]).double()
    largest = (found - work(*tensors).double()).abs().max().item()
    return f"{name:12} {ms:9.4f} ms  torch {theirs:9.4f}  ratio {ms / theirs:6.2f}  largest difference {largest:.3g}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--small", action="store_true")
    parser.add_argument("names", nargs="*")
    arguments = parser.parse_args()
    for case in cases(arguments.small):
        if not arguments.names or case[0].split()[0] in arguments.names:
            try:
                print(measure(case, 1 if arguments.small else 10), flush=True)
            except Exception as problem:
                print(case[0], "|".join(str(problem).splitlines()[:4]), flush=True)


if __name__ == "__main__":
    main()
