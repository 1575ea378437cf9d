"""The first numbers of rows and the order of numbers on devices: any count, equals, what is not a number, several types."""

from __future__ import annotations

import numpy as np
import pytest

from kernel_library import Instance, KernelLibrary, empty, fused, out

TOPS = [("_TopK", "float32", 1), ("_BottomK", "int64", 0)]


def top(struct: str, dtype: str, axis: int) -> Instance:
    return Instance("nn.topk", struct, f"axis = {axis}", out(dtype, 2), out("int64", 2), fused(dtype, 2), target="gpu")  # fmt: skip


@pytest.fixture(scope="module")
def library() -> KernelLibrary:
    return KernelLibrary([top(*case) for case in TOPS])


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
