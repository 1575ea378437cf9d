"""Reductions, arg_max and arg_min beside NumPy: all axes, odd sizes, what is not a number."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from kernel_library import (
    Array,
    Instance,
    KernelLibrary,
    doubled,
    empty,
    fused,
    fused_out,
    increased,
    read,
    stored,
)

REDUCTIONS: dict[str, Callable[..., Array]] = {
    "_ReduceAdd": np.sum, "_ReduceMul": np.prod, "_ReduceMax": np.max, "_ReduceMin": np.min, "_ReduceMean": np.mean,
}  # fmt: skip
ARGS: dict[str, Callable[..., Array]] = {"_ReduceArgMax": np.argmax, "_ReduceArgMin": np.argmin}
DTYPES = ["float32", "float64", "float16", "bfloat16", "int32", "int64", "uint8"]
FLOAT32 = [("float32", 1, 0), ("float32", 2, 0), ("float32", 2, 1), ("float32", 3, 1)]
OTHERS = [("float16", 2, 0), *[(dtype, 2, 1) for dtype in DTYPES[1:]]]
CASES = [(s, *case) for s in REDUCTIONS for case in FLOAT32] + [(s, *case) for s in ("_ReduceAdd", "_ReduceMax", "_ReduceMean") for case in OTHERS]  # fmt: skip
ARG_CASES = [("_ReduceArgMax", *case) for case in [*FLOAT32, ("bfloat16", 2, 1), ("int32", 2, 0)]] + [("_ReduceArgMin", *case) for case in FLOAT32[1:3]]  # fmt: skip
SIZES = {1: [(0,), (1,), (7,), (1000,), (200_003,)], 2: [(3, 1), (1, 3), (5, 67), (257, 130), (4, 70_000), (3, 0)],
         3: [(2, 3, 4), (1, 1, 1), (5, 33, 17), (0, 3, 2)]}  # fmt: skip


def reduction(struct: str, dtype: str, rank: int, axis: int) -> Instance:
    module = "nn.argmaxmin" if struct in ARGS else "nn.reduction"
    result = "int64" if struct in ARGS else dtype
    return Instance(module, struct, f"axis = {axis}", fused_out(result, rank), fused(dtype, rank))


FUSED = Instance("nn.reduction", "_ReduceAdd", "axis = 1", increased("float32", 2), doubled("float32", 2))  # fmt: skip
FUSED_ACROSS = Instance("nn.reduction", "_ReduceMax", "axis = 0", increased("float32", 2), doubled("float32", 2))  # fmt: skip


@pytest.fixture(scope="module")
def library() -> KernelLibrary:
    instances = [reduction(*case) for case in CASES + ARG_CASES]
    return KernelLibrary([*instances, FUSED, FUSED_ACROSS])


def numbers(source: np.random.Generator, shape: tuple[int, ...], dtype: str) -> Array:
    if dtype.startswith(("int", "uint")):
        return stored(source.integers(0, 200, shape), dtype)
    return stored(np.exp(source.uniform(-0.02, 0.02, shape)), dtype)


def tolerance(dtype: str) -> float:
    return {"float16": 2e-3, "bfloat16": 1.6e-2, "float32": 2e-5, "float64": 1e-12}.get(dtype, 0)


@pytest.mark.parametrize(("struct", "dtype", "rank", "axis"), CASES)
def test_reductions(library: KernelLibrary, struct: str, dtype: str, rank: int, axis: int) -> None:
    source = np.random.default_rng(rank)
    for shape in SIZES[rank]:
        if shape[axis] == 0 and struct not in ("_ReduceAdd", "_ReduceMul"):
            continue
        x = numbers(source, shape, dtype)
        values = read(x, dtype)
        if values.dtype.kind == "f":
            values = values.astype(np.float64)
        wide = {"dtype": values.dtype} if struct in ("_ReduceAdd", "_ReduceMul") else {}
        with np.errstate(over="ignore"):
            wanted = REDUCTIONS[struct](values, axis=axis, keepdims=True, **wide)
        y = empty(wanted.shape, dtype)
        library.run(reduction(struct, dtype, rank, axis), y, x)
        if values.dtype.kind != "f":
            assert (y == wanted.astype(values.dtype)).all()
            continue
        with np.errstate(over="ignore"):
            expected = read(stored(wanted, dtype), dtype)
        np.testing.assert_allclose(read(y, dtype), expected, rtol=tolerance(dtype))


@pytest.mark.parametrize(("struct", "dtype", "rank", "axis"), ARG_CASES)
def test_places_of_extremes(
    library: KernelLibrary, struct: str, dtype: str, rank: int, axis: int
) -> None:
    source = np.random.default_rng(rank)
    for shape in SIZES[rank]:
        if shape[axis] == 0:
            continue
        x = stored(source.integers(0, 50, shape), dtype)
        y = empty(tuple(1 if i == axis else n for i, n in enumerate(shape)), "int64")
        library.run(reduction(struct, dtype, rank, axis), y, x)
        assert (y == np.expand_dims(ARGS[struct](read(x, dtype), axis), axis)).all()


@pytest.mark.parametrize("axis", [0, 1])
def test_not_a_number(library: KernelLibrary, axis: int) -> None:
    x = np.random.default_rng(0).normal(size=(64, 67)).astype(np.float32)
    x[3, 5] = x[3, 60] = x[40, 60] = np.nan
    x[7, 7], x[8, 8] = np.inf, -np.inf
    for struct, function in [*REDUCTIONS.items(), *ARGS.items()]:
        is_arg = struct in ARGS
        wanted = function(x, axis=axis)
        y = empty(np.expand_dims(wanted, axis).shape, "int64" if is_arg else "float32")
        library.run(reduction(struct, "float32", 2, axis), y, x)
        np.testing.assert_allclose(y, np.expand_dims(wanted, axis), rtol=1e-4)


def test_neighbours_are_fused_in(library: KernelLibrary) -> None:
    x = np.random.default_rng(0).normal(size=(9, 67)).astype(np.float32)
    y = empty((9, 1), "float32")
    library.run(FUSED, y, x)
    np.testing.assert_allclose(y, (2 * x).sum(1, keepdims=True) + 1, rtol=1e-5)
    y = empty((1, 67), "float32")
    library.run(FUSED_ACROSS, y, x)
    np.testing.assert_allclose(y, 2 * x.max(0, keepdims=True) + 1, rtol=1e-6)


def test_a_row_is_summed_alike_whatever_is_beside_it(library: KernelLibrary) -> None:
    x = np.random.default_rng(0).normal(size=(32, 70_000)).astype(np.float32)
    results = []
    for rows in (1, 2, 8, 32):
        y = empty((rows, 1), "float32")
        library.run(reduction("_ReduceAdd", "float32", 2, 1), y, x[:rows])
        results.append(y[0, 0].tobytes())
    assert len(set(results)) == 1
