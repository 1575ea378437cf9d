"""Random graphs, compiled fused and unfused, against NumPy: a few here, thousands by hand.

python -m tests.graph.test_random_compiled --graphs 10000 --first 1000 --jobs 16 --seconds 600 --out FILE [--device] [--level 0]
"""

from __future__ import annotations

import argparse
import os
import time
import traceback
from collections.abc import Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import numpy as np
import pytest

from ember.driver import Accelerator, Buffer
from ember.engine import Model
from ember.graph import DeviceRef, Graph, building
from ember.graph.programs import compile_graph
from tests.graph.compiled_together import Together
from tests.graph.random_graphs import CPU, KINDS, MORE, ON_DEVICE, WHOLE, Maker
from tests.graph.reference import Trap, evaluate

Array = np.ndarray[Any, Any]
LENGTHS = (3, 4, 6, 8)
AT_ONCE = {CPU: 40, DeviceRef.GPU(): 6}
"""As many graphs are compiled together by hand; a GPU's kernels take longer."""


def _twice(parameters: Mapping[str, Any], x: Array) -> list[Array]:
    return [x + x]


def _shift(parameters: Mapping[str, Any], x: Array) -> list[Array]:
    return [x + np.int64(parameters["by"]).astype(x.dtype)]


def _backwards(parameters: Mapping[str, Any], x: Array) -> list[Array]:
    return [x[::-1].copy()]


def _negate(parameters: Mapping[str, Any], x: Array) -> list[Array]:
    x[...] = -x
    return []


def _tally(parameters: Mapping[str, Any], x: Array) -> list[Any]:
    return [x.tolist()]


def _tally_more(parameters: Mapping[str, Any], tally: list[float], x: Array) -> list[Any]:
    tally += x.tolist()
    return []


def _tally_read(parameters: Mapping[str, Any], tally: list[float]) -> list[Array]:
    return [np.array([np.sum(tally, dtype=np.float32), len(tally)], np.float32)]


KERNELS = {
    "random_twice": _twice,
    "random_shift": _shift,
    "random_backwards": _backwards,
    "random_negate_buffer": _negate,
    "random_tally": _tally,
    "random_tally_more": _tally_more,
    "random_tally_read": _tally_read,
}


class Case(NamedTuple):
    """A random graph, what it is loaded and called with, and what NumPy says, if it knows: results, and inputs afterwards."""

    seed: int
    graph: Graph
    arrays: list[Array]
    weights: dict[str, Array]
    device: DeviceRef
    wanted: list[Array] | None


def case_of(seed: int, length: int, kinds: tuple[str, ...], device: DeviceRef) -> Case | None:
    """The graph of a seed; None where it cannot be called."""
    maker = Maker(seed, length, kinds, device)
    graph, arrays = maker.graph()
    try:
        wanted = _meant(graph, arrays, maker.weights)
    except (Trap, ValueError, KeyError, ZeroDivisionError):
        return None  # a size turned out to be 0 where something must be there, or no input has it
    return Case(seed, graph, arrays, maker.weights, device, wanted)


def differing(
    seed: int, length: int, kinds: tuple[str, ...] = KINDS, device: DeviceRef = CPU
) -> str | None:
    """What is wrong with a graph's results; None if nothing is."""
    case = case_of(seed, length, kinds, device)
    if case is None:
        return None
    graph = case.graph
    programs = [compile_graph(graph.op, graph.kernel_library, is_fusing=f) for f in (True, False)]
    return compared(case, [Model(program, case.weights) for program in programs])


def compared(case: Case, models: list[Model]) -> str | None:
    """What is wrong with the results of a graph, compiled fused and unfused."""
    wanted = case.wanted
    for model, what in zip(models, ("fused", "unfused"), strict=True):
        given = [array.copy() for array in case.arrays]
        got = _run(model, given, case.device) + given
        if wanted is None:
            wanted = got
        for number, (array, value) in enumerate(zip(got, wanted, strict=True)):
            told = f"seed {case.seed}, {what}: result {number} is"
            if array.shape != value.shape or array.dtype != value.dtype:
                return f"{told} {array.dtype} {array.shape}, not {value.dtype} {value.shape}\n{case.graph}"
            if not np.allclose(array, value, rtol=1e-4, atol=1e-4, equal_nan=True):
                return f"{told} {array}, not {value}\n{case.graph}"
    return None


def _run(model: Model, given: list[Array], device: DeviceRef) -> list[Array]:
    """The results; inputs are changed where the model changes its buffers, wherever they are."""
    if device == CPU:
        return [buffer.to_numpy() for buffer in model.execute(*given)]
    there = [Buffer.from_numpy(array).to(Accelerator()) for array in given]
    results = [buffer.to_numpy() for buffer in model.execute(*there)]
    for array, buffer in zip(given, there, strict=True):
        array[...] = buffer.to_numpy()
    return results


def _meant(graph: Graph, arrays: list[Array], weights: dict[str, Array]) -> list[Array] | None:
    """Results and inputs afterwards, as NumPy says; None where it does not know."""
    if any(op.op_name.startswith("mo.random") for op in graph.op.walk()):
        return None
    given = [array.copy() for array in arrays]
    with np.errstate(all="ignore"):
        return [*evaluate(graph.op, given, weights, KERNELS, graph.op.parent_op), *given]


def test_a_kernel_of_one_number() -> None:
    """`foreach` over a tensor of rank 0 writes its element."""
    assert differing(3105, 6, MORE) is None


def test_a_kernel_of_one_number_on_a_device() -> None:
    """The same there: two such kernels, one after the other."""
    assert differing(400010, 6, ON_DEVICE, DeviceRef.GPU()) is None


@pytest.mark.parametrize("seed", [1, 9, 0, 3, 10])
def test_random_graphs_mean_what_numpy_says(seed: int) -> None:
    assert differing(seed, 6) is None


def test_all_kinds() -> None:
    """Everything the generator knows, in graphs that are compiled together: some optimised, many as they are written."""
    for first, count, level in ((0, 10, 1), (10, 120, 0)):
        ran, wrong = _share(first, count, 240, CPU, level)
        assert ran and not wrong, "\n".join(wrong)


def test_on_a_device() -> None:
    """The same on the simulated device or a GPU."""
    count, wrong = _share(0, 12, 60, DeviceRef.GPU(), 1)
    assert count and not wrong, "\n".join(wrong)


# -- thousands by hand ---------------------------------------------------------------------------------------


def _together(cases: list[Case], compiler: Together) -> Iterator[str]:
    """What is wrong with each of some graphs, "" where nothing is."""
    models = compiler.models((c.graph, fused, c.weights) for c in cases for fused in (True, False))
    for number, case in enumerate(cases):
        try:
            yield compared(case, models[2 * number : 2 * number + 2]) or ""
        except Exception:
            yield f"seed {case.seed}: {traceback.format_exc()}"


def _one(seed: int, device: DeviceRef) -> str:
    """What is wrong with the graph of a seed, compiled alone."""
    kinds = WHOLE if device == CPU else ON_DEVICE
    try:
        return differing(seed, LENGTHS[seed % len(LENGTHS)], kinds, device) or ""
    except Exception:
        return f"seed {seed}: {traceback.format_exc()}"


def _compile_alone() -> None:
    building._ENOUGH_FOR_WORKERS = 1 << 30  # type: ignore[misc]  # every process is busy already


def _share(first: int, count: int, seconds: float, device: DeviceRef, level: int) -> tuple[int, list[str]]:  # fmt: skip
    """How many graphs of a share ran before the time was over, and what was wrong."""
    end = time.monotonic() + seconds
    kinds = WHOLE if device == CPU else ON_DEVICE
    told: list[str] = []
    with TemporaryDirectory() as folder:
        compiler = Together(Path(folder), level)
        some = AT_ONCE[device]
        for start in range(first, first + count, some):
            if time.monotonic() > end:
                break
            seeds = range(start, min(start + some, first + count))
            try:
                found = [case_of(s, LENGTHS[s % len(LENGTHS)], kinds, device) for s in seeds]
                told += _together([case for case in found if case is not None], compiler)
            except Exception:  # one of them is wrong: which?
                alone = [_one(seed, device) for seed in seeds]
                told += alone if any(alone) else [f"only together: {traceback.format_exc()}"]
    return len(told), [text for text in told if text]


def main() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--graphs", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--out", default="")
    parser.add_argument(
        "--device", action="store_true", help="on an accelerator, real or simulated"
    )
    parser.add_argument("--level", type=int, default=1, help="how much kernels are optimised")
    given = parser.parse_args()
    share = -(-given.graphs // given.jobs)
    starts = [given.first + job * share for job in range(given.jobs)]
    device = DeviceRef.GPU() if given.device else CPU
    with ProcessPoolExecutor(given.jobs, initializer=_compile_alone) as pool:
        waiting = [
            pool.submit(_share, start, share, given.seconds, device, given.level)
            for start in starts
        ]
        done = [one.result() for one in waiting]
    wrong = [text for _, texts in done for text in texts]
    if given.out:
        Path(given.out).write_text("\n\n".join(wrong), "utf-8")
    print("\n".join([*wrong[:20], f"{len(wrong)} of {sum(count for count, _ in done)} graphs are wrong"]))  # fmt: skip
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main())
