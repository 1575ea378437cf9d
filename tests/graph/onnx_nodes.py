"""ONNX's own tests of single nodes, run through the importer.

    PYTHONPATH=. python tests/graph/onnx_nodes.py [words of names]      what does not pass, and why
    PYTHONPATH=. python tests/graph/onnx_nodes.py --compiled [--jobs N] [--part K/N] [--seconds S] [--json FILE] [words]

The second compiles them, some at a time, and runs each in the engine: about a second for each on one core.

Inputs that say shapes, axes or other things a graph must know are fixed while importing. Left out: sequences, maps, optionals,
strings, training, element types other than f32, f64, integers and bool.
"""

from __future__ import annotations

import argparse
import json
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import cache
from multiprocessing import active_children, get_context
from pathlib import Path
from tempfile import mkdtemp
from time import monotonic
from typing import Any, NamedTuple

import numpy as np
from compiled_together import Together
from reference import evaluate

from ember.engine import InferenceSession
from ember.graph import building
from ember.graph.importers.onnx import ELEMENT_TYPES, from_onnx

AT_ONCE = 8
"""So many tests are compiled together."""
LEFT_OUT_TYPES = {10, 16}
"""float16 and bfloat16: the referee computes with NumPy's types."""
SAYS_SHAPES: dict[str, tuple[int, ...]] = {
    "Reshape": (1,), "Expand": (1,), "Tile": (1,), "Slice": (1, 2, 3, 4), "Squeeze": (1,), "Unsqueeze": (1,),
    "Pad": (1, 2, 3), "Split": (1,), "ConstantOfShape": (0,), "Range": (0, 1, 2), "OneHot": (1,), "TopK": (1,),
    "Resize": (1, 2, 3), "Upsample": (1,), "CumSum": (1,), "Trilu": (1,), "Compress": (1,), "Col2Im": (1, 2),
    "NonMaxSuppression": (2, 3, 4), "CenterCropPad": (1,), "Dropout": (1, 2), "AffineGrid": (1,), "If": (0,), "Loop": (0, 1),
    "CumProd": (1,), "DFT": (1, 2), "STFT": (1, 3), "HannWindow": (0,), "HammingWindow": (0,), "BlackmanWindow": (0,),
    **{f"Reduce{kind}": (1,) for kind in ("Sum", "Mean", "Max", "Min", "Prod", "L1", "L2", "LogSum", "LogSumExp", "SumSquare")},
}  # fmt: skip
"""Inputs by number that a graph must know."""


class Case(NamedTuple):
    """One test: a model, inputs and outputs by name, how exact."""

    name: str
    model: Any
    inputs: dict[str, Any]
    outputs: list[Any]
    rtol: float
    atol: float

    @property
    def op(self) -> str:
        """The op the test is for, expanded or not."""
        if "_expanded" in self.name:
            return ""
        return str(self.model.graph.node[-1].op_type)


def cases() -> Iterator[Case]:
    """The tests that are not left out."""
    from onnx.backend.test.case.node import collect_testcases

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        collected = collect_testcases(None)
    for case in collected:
        graph = case.model.graph
        if not all(_is_taken(value) for value in (*graph.input, *graph.output)):
            continue
        if any(node.domain not in ("", "ai.onnx") for node in graph.node):
            continue
        inputs, outputs = (list(map(_array, arrays)) for arrays in case.data_sets[0])
        names = [value.name for value in graph.input]
        yield Case(case.name, case.model, dict(zip(names, inputs)), outputs, case.rtol, case.atol)


def _array(value: Any) -> Any:
    from onnx import TensorProto, numpy_helper

    return numpy_helper.to_array(value) if isinstance(value, TensorProto) else np.asarray(value)


def _is_taken(value: Any) -> bool:
    type = value.type
    if type.WhichOneof("value") != "tensor_type":
        return False
    return type.tensor_type.elem_type in ELEMENT_TYPES.keys() - LEFT_OUT_TYPES


def known_inputs(case: Case) -> dict[str, Any]:
    """Inputs that say shapes, directly or through other nodes that compute them."""
    wanted: set[str] = set()
    for node in reversed(case.model.graph.node):
        for position, name in enumerate(node.input):
            is_said = position in SAYS_SHAPES.get(node.op_type, ())
            if is_said or (wanted & set(node.output) and node.op_type != "Shape"):
                wanted.add(name)
    small = {name: array for name, array in case.inputs.items() if np.asarray(array).size <= 64}
    return {name: np.asarray(small[name]) for name in small.keys() & wanted}


class Imported(NamedTuple):
    """A test as a graph, with its weights and what it is called with."""

    case: Case
    graph: Any
    weights: Any
    given: list[Any]


def imported(case: Case) -> Imported:
    """A test's model as a graph."""
    known = known_inputs(case)
    graph, weights = from_onnx(case.model, known)
    given = [np.asarray(a) for name, a in case.inputs.items() if name not in known]
    return Imported(case, graph, weights, given)


def run(case: Case, is_compiled: bool = False) -> str:
    """Why a test fails; nothing if it passes."""
    return _told(lambda: _computed(imported(case), is_compiled))


def run_together(cases: list[Case], compiler: Together) -> dict[str, str]:
    """Why tests fail that are compiled together, by their names; where that cannot be, each alone."""
    told, graphs = {}, []
    for case in cases:
        told[case.name] = _told(lambda case=case: graphs.append(imported(case)))  # type: ignore[misc]
    try:
        models = compiler.models([(one.graph, True, one.weights) for one in graphs])
    except Exception:  # one of them does not compile: which?
        return told | {one.case.name: run(one.case, True) for one in graphs}
    for one, model in zip(graphs, models, strict=True):
        told[one.case.name] = _told(lambda o=one, m=model: _compare(o.case, _executed(m, o.given)))  # type: ignore[misc]
    return told


def _told(work: Callable[[], None]) -> str:
    """What goes wrong in something."""
    try:
        work()
    except AssertionError as problem:
        return " ".join(str(problem).split())[:100] or "differs"
    except Exception as problem:
        return f"{type(problem).__name__}: {' '.join(str(problem).split())[:160]}"
    return ""


def _computed(one: Imported, is_compiled: bool) -> None:
    """Computes a test and compares."""
    with np.errstate(all="ignore"):
        if is_compiled:
            model = InferenceSession().load(one.graph, weights_registry=one.weights)
            found = _executed(model, one.given)
        else:
            found = evaluate(one.graph.op, one.given, one.weights)
    _compare(one.case, found)


def _executed(model: Any, given: list[Any]) -> list[Any]:
    rows = [np.asarray(a, order="C") for a in given]  # ascontiguousarray gives scalars an axis
    return [result.to_numpy() for result in model.execute(*rows)]


def _compare(case: Case, found: list[Any]) -> None:
    for one, other in zip(found, case.outputs, strict=True):
        expected = np.asarray(other)
        if one.dtype != expected.dtype or one.shape != expected.shape:
            raise AssertionError(f"gives {one.dtype}{one.shape}, not {expected.dtype}{expected.shape}")  # fmt: skip
        np.testing.assert_allclose(one, expected, max(case.rtol, 1e-4), max(case.atol, 1e-6))


def results() -> dict[str, tuple[int, int]]:
    """How many tests of each op pass, and of how many; those of its expansion are under "expanded"."""
    passed: Counter[str] = Counter()
    total: Counter[str] = Counter()
    for case in cases():
        op = case.op or "expanded"
        total[op] += 1
        passed[op] += not run(case)
    return {op: (passed[op], total[op]) for op in sorted(total)}


def _share(names: list[str], is_compiled: bool) -> dict[str, str]:
    """What is wrong with each of some tests."""
    some = [_by_name()[name] for name in names]
    if is_compiled:
        return run_together(some, _compiler())
    return {case.name: run(case) for case in some}


@cache
def _compiler() -> Together:
    """This process's: it remembers kernels."""
    building._ENOUGH_FOR_WORKERS = 1 << 30  # type: ignore[misc]  # every process is busy already
    return Together(Path(mkdtemp()))


def _problems(
    names: list[str], is_compiled: bool, jobs: int, end: float
) -> Iterator[tuple[str, str]]:
    """What is wrong with each test that is done at a time. A test that ends its process is tried again alone, and named."""
    left = dict.fromkeys(names)
    shares = [names[i : i + AT_ONCE] for i in range(0, len(names), AT_ONCE)]
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        tasks = [pool.submit(_share, share, is_compiled) for share in shares]
        try:
            for task in as_completed(tasks, max(end - monotonic(), 0)):
                for name, problem in task.result().items():
                    del left[name]
                    yield name, problem
            return
        except TimeoutError:
            pool.shutdown(wait=False, cancel_futures=True)
            for worker in active_children():
                worker.kill()
            return
        except BrokenProcessPool:
            pass
    if len(names) == 1:
        yield names[0], "CRASHES"
        return
    half = (len(left) + 1) // 2
    yield from _problems(list(left)[:half], is_compiled, jobs, end)
    yield from _problems(list(left)[half:], is_compiled, jobs, end)


@cache
def _by_name() -> dict[str, Case]:
    return {case.name: case for case in cases()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("words", nargs="*")
    parser.add_argument("--compiled", action="store_true")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--json")
    parser.add_argument("--part", default="1/1", help="K/N: every Nth test, from the Kth on")
    parser.add_argument("--seconds", type=float, default=1e9, help="begins nothing after so long")
    arguments = parser.parse_args()
    words = arguments.words
    names = [n for n in _by_name() if not words or any(word in n for word in words)]
    part, parts = map(int, arguments.part.split("/"))
    end = monotonic() + arguments.seconds
    problems: dict[str, str] = {}
    for name, problem in _problems(names[part - 1 :: parts], arguments.compiled, arguments.jobs, end):  # fmt: skip
        problems[name] = problem
        if problem:
            print(f"{name}: {problem}", flush=True)
        if arguments.json:
            Path(arguments.json).write_text(json.dumps(problems, indent=1))
    print(f"{sum(not problem for problem in problems.values())} of {len(problems)} pass")


if __name__ == "__main__":
    main()
