"""The first numbers of rows, their sums so far and the order of numbers on devices: any length, equals, what is not a number, several types."""

from __future__ import annotations

import numpy as np
import pytest
from kernel_library import Instance, KernelLibrary, empty, fused, out

TOPS = [("_TopK", "float32", 1), ("_BottomK", "int64", 0)]
ORDERS = [("float32", True)]
SUMS = [("float32", 1, False, False), ("int32", 0, True, True)]


def top(struct: str, dtype: str, axis: int) -> Instance:
    return Instance("nn.topk", struct, f"axis = {axis}", out(dtype, 2), out("int64", 2), fused(dtype, 2), target="gpu")  # fmt: skip


def sums(dtype: str, axis: int, exclusive: bool, reverse: bool) -> Instance:
    parameters = f"axis = {axis}, exclusive = {exclusive}, reverse = {reverse}"
    return Instance(
        "nn.cumsum", "_Cumsum", parameters, out(dtype, 2), fused(dtype, 2), target="gpu"
    )


def order(dtype: str, ascending: bool) -> Instance:
    return Instance("nn.topk", "_Argsort", f"ascending = {ascending}", out("int64", 1), fused(dtype, 1), target="gpu")  # fmt: skip


@pytest.fixture(scope="module")
def library() -> KernelLibrary:
    orders = [order(*case) for case in ORDERS]
    return KernelLibrary([*orders, *[top(*case) for case in TOPS], *[sums(*case) for case in SUMS]])


@pytest.mark.parametrize("case", TOPS)
@pytest.mark.parametrize(("length", "count", "kinds"), [(1, 1, 5), (700, 700, 90), (3000, 50, 9000), (2500, 1100, 3), (9, 0, 2)])  # fmt: skip
def test_top_k(library: KernelLibrary, case: tuple[str, str, int], length: int, count: int, kinds: int) -> None:  # fmt: skip
    struct, dtype, axis = case
    x = np.random.default_rng(length).integers(-kinds, kinds, (2, length)).astype(dtype)
    if dtype == "float32" and length > 9:
        x[0, 5:9] = np.nan, np.inf, -0.0, np.nan
    x = x if axis == 1 else np.ascontiguousarray(x.T)
    finite = np.where(np.isnan(x), 1e300, np.minimum(x.astype(np.float64), 1e200))
    keys = finite if struct == "_BottomK" else -finite
    wanted = np.argsort(keys, axis, kind="stable").take(range(count), axis)
    values, indices = empty(wanted.shape, dtype), empty(wanted.shape, "int64")
    library.run(top(*case), values, indices, x)
    assert (indices == wanted).all()
    np.testing.assert_array_equal(values, np.take_along_axis(x, wanted, axis))


@pytest.mark.parametrize("case", SUMS)
@pytest.mark.parametrize("length", [1, 2, 700, 17001])
def test_cumsum(library: KernelLibrary, case: tuple[str, int, bool, bool], length: int) -> None:
    dtype, axis, exclusive, reverse = case
    x = np.random.default_rng(length).integers(-9, 9, (length, 2) if axis == 0 else (2, length)).astype(dtype)  # fmt: skip
    y = empty(x.shape, dtype)
    library.run(sums(*case), y, x)
    turned = np.flip(x, axis) if reverse else x
    wanted = turned.cumsum(axis) - (turned if exclusive else 0)
    np.testing.assert_array_equal(y, np.flip(wanted, axis) if reverse else wanted)


@pytest.mark.parametrize("case", ORDERS)
@pytest.mark.parametrize(("length", "kinds"), [(1, 1), (300, 40), (9001, 1 << 20)])
def test_argsort(library: KernelLibrary, case: tuple[str, bool], length: int, kinds: int) -> None:
    x = np.random.default_rng(length).integers(-kinds, kinds, length).astype(case[0])
    if case[0] == "float32" and length > 9:
        x[5:9] = np.nan, np.inf, -0.0, 0
    y = empty((length,), "int64")
    library.run(order(*case), y, x)
    assert (y == np.argsort(x if case[1] else -x, kind="stable")).all()
