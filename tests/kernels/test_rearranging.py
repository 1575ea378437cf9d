"""Orders, sums so far, scatters, pads and random numbers beside NumPy."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from kernel_library import (
    Array,
    Instance,
    KernelLibrary,
    empty,
    fused,
    fused_out,
    numbers,
    out,
    plain,
    scalar,
    stored,
)

SCATTERS: dict[str, Callable[[Array, Array], Array]] = {
    "": lambda old, new: new, "Add": np.add, "Max": np.maximum, "Min": np.minimum, "Mul": np.multiply,
}  # fmt: skip
TOPS = [("_TopK", "float32", 2, 1), ("_TopK", "int32", 2, 0), ("_BottomK", "float32", 1, 0)]
CUMSUMS = [
    ("float32", 2, 1, False, False),
    ("int32", 3, 1, True, True),
    ("bfloat16", 1, 0, False, True),
]
ORDERS = [("float32", True), ("int64", False)]


def top(struct: str, dtype: str, rank: int, axis: int) -> Instance:
    return Instance("nn.topk", struct, f"axis = {axis}", out(dtype, rank), out("int64", rank), fused(dtype, rank))  # fmt: skip


def order(dtype: str, ascending: bool) -> Instance:
    return Instance("nn.topk", "_Argsort", f"ascending = {ascending}", out("int64", 1), fused(dtype, 1))  # fmt: skip


def cumsum(dtype: str, rank: int, axis: int, exclusive: bool, reverse: bool) -> Instance:
    return Instance("nn.cumsum", "_Cumsum", f"axis = {axis}, exclusive = {exclusive}, reverse = {reverse}",
                    out(dtype, rank), fused(dtype, rank))  # fmt: skip


def scatter(kind: str) -> Instance:
    return Instance("nn.scatter", f"_Scatter{kind}", "axis = 1", out("float32", 3), fused("float32", 3),
                    fused("float32", 3), plain("int64", 3))  # fmt: skip


def scatter_nd(kind: str) -> Instance:
    return Instance("nn.scatter", f"_ScatterNd{kind}", "", out("float32", 3), fused("float32", 3),
                    fused("float32", 2), plain("int32", 2))  # fmt: skip


def gather_nd(batch: int, rank: int) -> Instance:
    return Instance("nn.scatter", "_GatherNd", f"batch_dims = {batch}", out("float32", rank), fused("float32", 3), plain("int64", 2))  # fmt: skip


PADS = (1, 2, 0, 3)


def pad(struct: str, parameters: str) -> Instance:
    return Instance("nn.pad", struct, parameters, fused_out("float32", 2), fused("float32", 2), numbers(*PADS))  # fmt: skip


NONZERO = Instance("nn._arg_nonzero", "_ArgNonzero", "", out("int64", 2), plain("float32", 2))
NONZERO_BOOL = Instance("nn._arg_nonzero", "_ArgNonzero", "", out("int64", 2), plain("bool", 1))
PAD = {"constant": pad("_PadConstant", "value = 2.5"), "reflect": pad("_PadReflect", ""), "edge": pad("_PadRepeat", "")}  # fmt: skip
TILE = Instance("nn.pad", "_Tile", "", fused_out("float32", 3), fused("float32", 3))
REPEAT = Instance("nn.pad", "_RepeatInterleave", "axis = 0", fused_out("float32", 2), fused("float32", 2), plain("int64", 1))  # fmt: skip
BANDS = {b: Instance("nn.pad", "_BandPart", f"num_lower = {b[0]}, num_upper = {b[1]}, exclude = {b[2]}",
                     fused_out("float32", 3), fused("float32", 3)) for b in [(1, 2, False), (-1, 0, True)]}  # fmt: skip
RANGE = Instance("mo.ranges", "_Range", "", fused_out("float32", 1), *[scalar("float32")] * 3)
UNIFORM = Instance("nn._random", "_RandomUniform", "low = -1.0, high = 3.0", fused_out("float32", 2), scalar("int64"))  # fmt: skip
NORMAL = Instance("nn._random", "_RandomNormal", "mean = 2.0, std = 3.0", fused_out("float32", 1), scalar("int64"))  # fmt: skip
GATHER_ND = {(0, 2): gather_nd(0, 2), (1, 2): gather_nd(1, 2), (0, 1): gather_nd(0, 1)}


@pytest.fixture(scope="module")
def library() -> KernelLibrary:
    families = [*[top(*c) for c in TOPS], *[order(*c) for c in ORDERS], *[cumsum(*c) for c in CUMSUMS],
                *[f(kind) for f in (scatter, scatter_nd) for kind in SCATTERS]]  # fmt: skip
    single = [NONZERO, NONZERO_BOOL, TILE, REPEAT, RANGE, UNIFORM, NORMAL]
    return KernelLibrary([*families, *single, *PAD.values(), *BANDS.values(), *GATHER_ND.values()])


@pytest.mark.parametrize("case", TOPS)
def test_top_k(library: KernelLibrary, case: tuple[str, str, int, int]) -> None:
    struct, dtype, rank, axis = case
    source = np.random.default_rng(0)
    for shape in [(7, 9), (1, 1), (300, 200)]:
        for count in (0, 1, 7, 100):
            x = stored(source.integers(0, 40, shape[:rank]), dtype)
            k = min(count, x.shape[axis])
            keys = x if struct == "_BottomK" else -x
            wanted = np.argsort(keys, axis, kind="stable").take(range(k), axis)
            values, indices = empty(wanted.shape, dtype), empty(wanted.shape, "int64")
            library.run(top(*case), values, indices, x)
            assert (indices == wanted).all()
            assert (values == np.take_along_axis(x, wanted, axis)).all()


def test_what_is_not_a_number_is_the_largest(library: KernelLibrary) -> None:
    x = np.array([1, np.nan, np.inf, 0, np.nan], np.float32)
    y = empty((5,), "int64")
    library.run(order("float32", True), y, x)
    assert y.tolist() == np.argsort(x, kind="stable").tolist()
    values, indices = empty((1, 3), "float32"), empty((1, 3), "int64")
    library.run(top("_TopK", "float32", 2, 1), values, indices, x[None])
    assert indices.tolist() == [[1, 4, 2]]


@pytest.mark.parametrize("case", ORDERS)
def test_argsort(library: KernelLibrary, case: tuple[str, bool]) -> None:
    for size in (0, 1, 2, 1000):
        x = stored(np.random.default_rng(0).integers(0, 50, size), case[0])
        y = empty((size,), "int64")
        library.run(order(*case), y, x)
        assert (y == np.argsort(x if case[1] else -x, kind="stable")).all()


@pytest.mark.parametrize("case", CUMSUMS)
def test_cumsum(library: KernelLibrary, case: tuple[str, int, int, bool, bool]) -> None:
    dtype, rank, axis, exclusive, reverse = case
    for shape in [(7, 9, 5), (1, 1, 1), (30, 0, 3), (40, 50, 33)]:
        values = np.random.default_rng(0).integers(0, 4, shape[:rank])
        turned = np.flip(values, axis) if reverse else values
        sums = turned.cumsum(axis) - (turned if exclusive else 0)
        wanted = stored(np.flip(sums, axis) if reverse else sums, dtype)
        y = empty(values.shape, dtype)
        library.run(cumsum(*case), y, stored(values, dtype))
        assert (y == wanted).all()


@pytest.mark.parametrize("kind", SCATTERS)
def test_scatter(library: KernelLibrary, kind: str) -> None:
    source = np.random.default_rng(0)
    x, updates = (source.normal(size=s).astype(np.float32) for s in [(3, 5, 4), (2, 6, 4)])
    indices = source.integers(-5, 5, (2, 6, 4))
    wanted = x.copy()
    for place in np.ndindex(2, 6, 4):
        to = (place[0], indices[place], place[2])
        wanted[to] = SCATTERS[kind](wanted[to], updates[place])
    y = empty(x.shape, "float32")
    library.run(scatter(kind), y, x, updates, indices)
    np.testing.assert_allclose(y, wanted, rtol=1e-6)
    with pytest.raises(Exception, match="scatter: index 5 is out of range for an axis of 5"):
        library.run(scatter(kind), y, x, updates, np.full_like(indices, 5))


@pytest.mark.parametrize("kind", SCATTERS)
def test_scatter_nd(library: KernelLibrary, kind: str) -> None:
    source = np.random.default_rng(0)
    x, updates = (source.normal(size=s).astype(np.float32) for s in [(3, 5, 4), (7, 4)])
    indices = np.stack([source.integers(-3, 3, 7), source.integers(-5, 5, 7)], 1).astype(np.int32)
    wanted = x.copy()
    for i, (a, b) in enumerate(indices):
        wanted[a, b] = SCATTERS[kind](wanted[a, b], updates[i])
    y = empty(x.shape, "float32")
    library.run(scatter_nd(kind), y, x, updates, indices)
    np.testing.assert_allclose(y, wanted, rtol=1e-6)
    with pytest.raises(Exception, match="scatter_nd: index 9 is out of range for an axis of 5"):
        library.run(scatter_nd(kind), y, x, updates, indices * 0 + np.array([0, 9], np.int32))


def test_gather_nd(library: KernelLibrary) -> None:
    x = np.random.default_rng(0).normal(size=(3, 5, 4)).astype(np.float32)
    pairs = np.array([[0, 4], [2, -1], [1, 0]])
    y = empty((3, 4), "float32")
    library.run(GATHER_ND[0, 2], y, x, pairs)
    assert (y == x[pairs[:, 0], pairs[:, 1]]).all()
    library.run(GATHER_ND[1, 2], y, x, pairs[:, :1] % 5)
    assert (y == x[[0, 1, 2], pairs[:, 0]]).all()
    y = empty((2,), "float32")
    library.run(GATHER_ND[0, 1], y, x, np.array([[0, 1, 2], [2, 4, 3]]))
    assert (y == [x[0, 1, 2], x[2, 4, 3]]).all()


@pytest.mark.parametrize("mode", PAD)
def test_pad(library: KernelLibrary, mode: str) -> None:
    for shape in [(4, 5), (2, 2), (1, 3), (9, 40)]:
        x = np.random.default_rng(0).normal(size=shape).astype(np.float32)
        options = {"constant_values": 2.5} if mode == "constant" else {}
        wanted = np.pad(x, [PADS[:2], PADS[2:]], mode, **options)  # type: ignore[call-overload]
        y = empty(wanted.shape, "float32")
        library.run(PAD[mode], y, x)
        assert (y == wanted).all()


def test_tile_repeat_band_nonzero_range(library: KernelLibrary) -> None:
    x = np.random.default_rng(0).normal(size=(2, 3, 5)).astype(np.float32)
    y = empty((4, 3, 15), "float32")
    library.run(TILE, y, x)
    assert (y == np.tile(x, (2, 1, 3))).all()
    y = empty((5, 5), "float32")
    library.run(REPEAT, y, x[0], np.array([2, 0, 3]))
    assert (y == x[0].repeat([2, 0, 3], 0)).all()
    with pytest.raises(Exception, match="repeats give 6 places, the result has 5"):
        library.run(REPEAT, y, x[0], np.array([2, 1, 3]))
    for (lower, upper, exclude), instance in BANDS.items():
        y = empty(x.shape, "float32")
        library.run(instance, y, x)
        distance = np.arange(3)[:, None] - np.arange(5)
        inside = ((lower < 0) | (distance <= lower)) & ((upper < 0) | (-distance <= upper))
        assert (y == np.where(inside ^ exclude, x, 0)).all()
    sparse = (x[0] > 0).astype(np.float32)
    places = empty((int(sparse.sum()), 2), "int64")
    library.run(NONZERO, places, sparse)
    assert (places == np.argwhere(sparse)).all()
    truth = np.array([True, False, True])
    places = empty((2, 1), "int64")
    library.run(NONZERO_BOOL, places, truth)
    assert places.tolist() == [[0], [2]]
    y = empty((4,), "float32")
    library.run(RANGE, y, *[np.array(v, np.float32) for v in (1.5, 3.5, 0.5)])
    assert y.tolist() == [1.5, 2.0, 2.5, 3.0]


def test_random_numbers(library: KernelLibrary) -> None:
    y = empty((401, 250), "float32")
    library.run(UNIFORM, y, np.array(7))
    assert y.min() >= -1 and y.max() <= 3 and abs(y.mean() - 1) < 0.02
    assert abs(y.std() - 4 / 12**0.5) < 0.02
    other = empty((2, 5), "float32")
    library.run(UNIFORM, other, np.array(7))
    assert (other.ravel() == y.ravel()[:10]).all()
    library.run(UNIFORM, other, np.array(8))
    assert (other.ravel() != y.ravel()[:10]).all()
    y = empty((100_003,), "float32")
    library.run(NORMAL, y, np.array(7))
    assert abs(y.mean() - 2) < 0.05 and abs(y.std() - 3) < 0.05
