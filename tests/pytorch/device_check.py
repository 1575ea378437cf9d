"""Operators of PyTorch on an NVIDIA GPU: right numbers on its streams, nobody waits, and how fast they are.

    python tests/pytorch/device_check.py [--size 16000] [--rounds 7] [--json FILE]

Needs PyTorch with CUDA; Triton and `torch.compile` are measured beside where they work.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from ember.dtype import DType
from ember.graph import DeviceRef, ops
from ember.torch import CustomOpLibrary, graph_op

library = CustomOpLibrary(Path(__file__).parent / "kernels")


@graph_op
def gray_graph(picture: Any) -> Any:
    c, h, w = picture.shape
    scale = ops.constant([0.21, 0.71, 0.07], DType.float32, DeviceRef.GPU()).reshape([c, 1, 1])
    scaled = picture * ops.broadcast_to(scale, (c, h, w))
    return ops.squeeze(ops.sum(scaled, axis=0), axis=0)


def expected(picture: Any) -> Any:
    return 0.21 * picture[0] + 0.71 * picture[1] + 0.07 * picture[2]


def triton_gray() -> Callable[[Any, Any], None]:
    import triton
    import triton.language as tl

    @triton.jit
    def kernel(out, picture, count, block: tl.constexpr):  # type: ignore[no-untyped-def]
        at = tl.program_id(0).to(tl.int64) * block + tl.arange(0, block)
        inside = at < count
        red = tl.load(picture + at, mask=inside)
        green = tl.load(picture + count + at, mask=inside)
        blue = tl.load(picture + 2 * count + at, mask=inside)
        tl.store(out + at, 0.21 * red + 0.71 * green + 0.07 * blue, mask=inside)

    def run(out: Any, picture: Any) -> None:
        count = out.numel()
        kernel[(triton.cdiv(count, 1024),)](out, picture, count, 1024)

    return run


def time_of(function: Callable[[], None], rounds: int = 30) -> float:
    """The median of a call in milliseconds, by the GPU's clock."""
    for _ in range(5):
        function()
    found = []
    for _ in range(rounds):
        start, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        start.record()
        function()
        end.record()
        end.synchronize()
        found.append(start.elapsed_time(end))
    return sorted(found)[rounds // 2]


def check_numbers() -> None:
    for shape in ((3, 37, 61), (3, 1, 1), (3, 512, 512)):
        picture = torch.rand(shape, device="cuda")
        for op in (library.grayscale, gray_graph):
            out = torch.empty(shape[1:], device="cuda")
            op(out, picture)
            torch.testing.assert_close(out, expected(picture))
    side = torch.cuda.Stream()
    picture = torch.rand(3, 2048, 2048, device="cuda")
    torch.cuda.synchronize()
    with torch.cuda.stream(side):
        doubled = picture * 2  # on the side stream: the operator must come behind it
        out = torch.empty(2048, 2048, device="cuda")
        library.grayscale(out, doubled)
        again = out + 1
    side.synchronize()
    torch.testing.assert_close(again, expected(picture * 2) + 1)
    x = torch.arange(20.0, device="cuda").reshape(4, 5).t()
    y = torch.zeros(8, 5, device="cuda").t()[:, ::2]
    library.add_constant[{"value": 1}](y, x)
    torch.testing.assert_close(y, x + 1)
    try:
        library.add_constant[{"value": 1}](torch.empty(4), torch.ones(4, device="cuda"))
    except ValueError as problem:
        assert "others are on" in str(problem), problem
    else:
        raise AssertionError("tensors of two devices were taken")


def waits(function: Callable[[], None]) -> list[str]:
    """Calls of the driver that wait, in twenty calls of a function."""
    function()
    torch.cuda.synchronize()
    kinds = [torch.profiler.ProfilerActivity.CPU, torch.profiler.ProfilerActivity.CUDA]
    with torch.profiler.profile(activities=kinds) as profile:
        with torch.profiler.record_function("calls"):
            for _ in range(20):
                function()
        torch.cuda.current_stream().query()
    calls = next(e for e in profile.events() if e.name == "calls")
    inside = [e for e in profile.events() if calls.time_range.start <= e.time_range.start <= calls.time_range.end]  # fmt: skip
    return sorted({e.name for e in inside if "ynchronize" in e.name})


def measured(size: int, rounds: int) -> dict[str, float]:
    """Milliseconds of each way to turn a picture gray: the median of rounds in which they take turns."""
    picture = torch.rand(3, size, size, device="cuda")
    out = torch.empty(size, size, device="cuda")
    ways: dict[str, Callable[[], None]] = {
        "CustomOpLibrary": lambda: library.grayscale(out, picture),
        "graph_op": lambda: gray_graph(out, picture),
    }
    others: dict[str, Callable[[], Any]] = {
        "triton": lambda: triton_gray(),
        "torch.compile": lambda: torch.compile(lambda out, x: torch.mul(expected(x), 1, out=out)),
    }
    for name, make in others.items():
        try:
            function = make()
            function(out, picture)
            torch.testing.assert_close(out[:64], expected(picture[:, :64]))
            ways[name] = lambda function=function: function(out, picture)  # type: ignore[misc]
        except Exception as problem:  # the others are not ours to mend
            print(f"{name} does not run here: {str(problem).splitlines()[0]}", file=sys.stderr)
    found: dict[str, list[float]] = {name: [] for name in ways}
    for _ in range(rounds):
        for name, way in ways.items():
            found[name].append(time_of(way))
    out.zero_()
    ways["CustomOpLibrary"]()
    torch.testing.assert_close(out[:64], expected(picture[:, :64]))
    return {name: sorted(times)[rounds // 2] for name, times in found.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--size", type=int, default=16000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--json")
    arguments = parser.parse_args()
    if not torch.cuda.is_available():
        sys.exit("there is no GPU that PyTorch can use")
    check_numbers()
    print("numbers, streams, copies, mistakes: as expected")
    small, out = torch.rand(3, 64, 64, device="cuda"), torch.empty(64, 64, device="cuda")
    waiting = {
        "CustomOpLibrary": waits(lambda: library.grayscale(out, small)),
        "graph_op": waits(lambda: gray_graph(out, small)),
    }
    print(f"calls that wait: {waiting}")
    times = measured(arguments.size, arguments.rounds)
    best = min(times.values())
    moved = 4 * 4 * arguments.size**2
    for name, time in sorted(times.items(), key=lambda entry: entry[1]):
        print(
            f"{name:16} {time:7.4f} ms  {time / best:5.3f} of the best  {moved / time / 1e6:7.1f} GB/s"
        )
    if arguments.json:
        Path(arguments.json).write_text(json.dumps({"times": times, "waits": waiting}, indent=1))
    assert not any(waiting.values()), "an operator waits"


if __name__ == "__main__":
    main()
