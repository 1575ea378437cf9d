"""Kernels that move elements beside NumPy: gather, concat, split."""

from __future__ import annotations

import numpy as np
import pytest
from kernel_library import (
    Instance,
    KernelLibrary,
    doubled,
    empty,
    fused,
    fused_out,
    increased,
    several,
    stored,
)


def gather(dtype: str, rank: int, index_rank: int, axis: int, index: str = "int64") -> Instance:
    return Instance(
        "nn.gather_scatter", "_Gather", f"axis = {axis}",
        fused_out(dtype, rank - 1 + index_rank), fused(dtype, rank), fused(index, index_rank),
    )  # fmt: skip


GATHERS = [("float32", 2, 1, 0), ("float16", 3, 2, 1), ("int64", 2, 0, 1), ("float32", 1, 0, 0), ("uint8", 1, 1, 0, "int32")]  # fmt: skip
FUSED_GATHER = Instance("nn.gather_scatter", "_Gather", "axis = 0", increased("float32", 2), doubled("float32", 2), fused("int64", 1))  # fmt: skip


def concat(dtype: str, rank: int, count: int, axis: int) -> Instance:
    return Instance("nn.concat", "_Concat", f"axis = {axis}", fused_out(dtype, rank),
                    several("InputVariadicTensors", dtype, rank, count))  # fmt: skip


def split(dtype: str, rank: int, count: int, axis: int) -> Instance:
    return Instance("nn.concat", "_Split", f"axis = {axis}",
                    several("OutputVariadicTensors", dtype, rank, count), fused(dtype, rank))  # fmt: skip


PARTS = [("float32", 1, 3, 0), ("float32", 2, 2, 1), ("int8", 3, 3, 1), ("float64", 2, 1, 0)]


@pytest.fixture(scope="module")
def library() -> KernelLibrary:
    parts = [f(*case) for f in (concat, split) for case in PARTS]
    return KernelLibrary([*[gather(*case) for case in GATHERS], FUSED_GATHER, *parts])


@pytest.mark.parametrize("case", GATHERS)
def test_gather(library: KernelLibrary, case: tuple[str, int, int, int]) -> None:
    dtype, rank, index_rank, axis = case[:4]
    source = np.random.default_rng(0)
    for sizes in [(5, 6, 7), (1, 1, 1), (33, 17, 40)]:
        x = stored(source.integers(0, 100, sizes[:rank]), dtype)
        for counts in [(3, 2), (1, 1), (0, 4), (9, 50)]:
            size = x.shape[axis]
            shape = counts[:index_rank]
            indices = np.asarray(source.integers(-size, size, shape), (*case, "int64")[4])
            wanted = np.take(x, indices, axis)
            y = empty(wanted.shape, dtype)
            library.run(gather(*case), y, x, np.ascontiguousarray(indices).reshape(shape))
            assert (y == wanted).all()


def test_gather_with_neighbours_and_wrong_indices(library: KernelLibrary) -> None:
    x = np.random.default_rng(0).normal(size=(9, 67)).astype(np.float32)
    y = empty((3, 67), "float32")
    library.run(FUSED_GATHER, y, x, np.array([1, 8, -1]))
    np.testing.assert_array_equal(y, 2 * x[[1, 8, -1]] + 1)
    with pytest.raises(Exception, match="gather: index 9 is out of range for an axis of 9"):
        library.run(FUSED_GATHER, y, x, np.array([1, 9, -1]))


@pytest.mark.parametrize("case", PARTS)
def test_concat_and_split(library: KernelLibrary, case: tuple[str, int, int, int]) -> None:
    dtype, rank, count, axis = case
    source = np.random.default_rng(0)
    for sizes in [(5, 6, 7), (1, 1, 1), (3, 40, 33)]:
        parts = []
        for i in range(count):
            shape = [*sizes[:rank]]
            shape[axis] = [4, 0, 37][(i + sizes[0]) % 3]
            parts.append(stored(source.integers(0, 100, shape), dtype))
        whole = np.concatenate(parts, axis)
        y = empty(whole.shape, dtype)
        library.run(concat(*case), y, *parts)
        assert (y == whole).all()
        outputs = [empty(part.shape, dtype) for part in parts]
        library.run(split(*case), *outputs, whole)
        assert all((a == b).all() for a, b in zip(outputs, parts, strict=True))
