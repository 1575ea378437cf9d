"""Products of groups of rows, as mixtures of experts want them, against NumPy: types, groups that are empty or odd, encodings, bits."""

from __future__ import annotations

import numpy as np
import pytest

from tests.kernels.kernel_library import (
    Instance,
    KernelLibrary,
    computed,
    empty,
    fused,
    out,
    plain,
    read,
    stored,
)
from tests.kernels.test_qmatmul import decoded, encoded, quantized

DTYPES = ["float32", "float64", "float16", "bfloat16", "int8"]
GROUPS = (plain("uint32", 1), plain("int32", 1))
CASES = [
    # rows of groups, their experts, rows in all, columns, depth
    ([1], [0], 1, 1, 1),
    ([3, 0, 5, 1], [2, 0, 3, 1], 9, 17, 33),
    ([0, 0, 0, 0], [0, 1, 2, 3], 0, 5, 8),
    ([40], [3], 40, 64, 64),
    ([7, 13, 0, 2], [0, 1, 2, 3], 22, 31, 513),
    ([2, 3], [1, 1], 8, 12, 20),
    ([2, 3, 1], [0, -1, 2], 6, 4, 7),
    ([2], [1], 2, 3, 0),
]
"""What is behind the last group, and what belongs to expert -1, are zeros."""


def grouped(dtype: str) -> Instance:
    return Instance(
        "linalg._graph_grouped_matmul", "GroupedMatmul", "", computed(dtype, 2), plain(dtype, 2), plain(dtype, 3), *GROUPS
    )  # fmt: skip


PACKED = Instance(
    "linalg._graph_grouped_matmul", "GroupedMatmulPacked", "", computed("float32", 2), plain("float32", 2), plain("float32", 3), *GROUPS
)  # fmt: skip
PACK = Instance("linalg._graph_grouped_matmul", "PackGroups", "", out("float32", 3), plain("float32", 3))  # fmt: skip
INDICES = {
    target: Instance(
        "nn._moe", "_MoeCreateIndices", "", out("uint32", 1), out("uint32", 1), out("uint32", 1), out("int32", 1), out("uint32", 1), plain("int32", 1), target=target
    )
    for target in ("cpu", "gpu")
}  # fmt: skip
ON_DEVICE = Instance(
    "quantization._graph_grouped_qmatmul", 'GroupedQMatmulHalves["bf16"]', "", computed("float32", 2), plain("bfloat16", 2), plain("uint8", 3), *GROUPS, target="gpu"
)  # fmt: skip


def quantised(struct: str, encoding: str) -> Instance:
    module, name = "quantization._graph_grouped_qmatmul", f'{struct}["{encoding}"]'
    if struct == "PackQuantizedGroups":
        return Instance(module, name, "", out("uint8", 3), plain("uint8", 3))
    return Instance(module, name, "", computed("float32", 2), fused("float32", 2), plain("uint8", 3), *GROUPS)  # fmt: skip


QUANTISED = {
    "q4_0": ("PackQuantizedGroups", "GroupedQMatmulPacked", "GroupedQMatmul"),
    "bf16": ("PackQuantizedGroups", "GroupedQMatmulPacked"),
}


@pytest.fixture(scope="module")
def library() -> KernelLibrary:
    encodings = [quantised(struct, name) for name, structs in QUANTISED.items() for struct in structs]  # fmt: skip
    return KernelLibrary(
        [*map(grouped, DTYPES), PACKED, PACK, ON_DEVICE, *INDICES.values(), *encodings]
    )


def places(counts: list[int], ids: list[int]) -> tuple[np.ndarray, np.ndarray]:
    return np.cumsum([0, *counts], dtype=np.uint32), np.array(ids, np.int32)


def wanted(a: np.ndarray, b: np.ndarray, starts: np.ndarray, ids: np.ndarray) -> np.ndarray:
    kind = np.int64 if a.dtype.kind == "i" else np.float64
    result = np.zeros((len(a), b.shape[1]), kind)
    for first, end, expert in zip(starts, starts[1:], ids):
        if expert >= 0:
            result[first:end] = a[first:end].astype(kind) @ b[expert].T.astype(kind)
    return result


@pytest.mark.parametrize("dtype", DTYPES)
def test_groups(library: KernelLibrary, dtype: str) -> None:
    rng = np.random.default_rng(5)
    for counts, ids, rows, columns, depth in CASES:
        a, b = rng.standard_normal((rows, depth)), rng.standard_normal((4, columns, depth))
        if dtype.startswith("int"):
            a, b = np.round(4 * a), np.round(4 * b)
        a, b = stored(a, dtype), stored(b, dtype)
        starts, experts = places(counts, ids)
        result = empty((rows, columns), dtype)
        library.run(grouped(dtype), result, a, b, starts, experts)
        a, b, found = read(a, dtype), read(b, dtype), read(result, dtype)
        right = wanted(a, b, starts, experts)
        if dtype.startswith("int"):
            assert np.array_equal(found, right.astype(dtype))
            continue
        precision = 2.0**-8 if dtype == "bfloat16" else np.finfo(dtype).eps
        scale = wanted(np.abs(a), np.abs(b), starts, experts)
        assert (np.abs(found - right) <= 2 * precision * (scale + np.abs(right))).all()


def test_bits_depend_on_no_other_row(library: KernelLibrary) -> None:
    """A row alone, among others of its group, and with packed matrices."""
    rng = np.random.default_rng(6)
    a, b = stored(rng.standard_normal((32, 600)), "float32"), stored(rng.standard_normal((3, 40, 600)), "float32")  # fmt: skip
    packed = np.zeros_like(b)
    library.run(PACK, packed, b)
    whole = empty((32, 40), "float32")
    library.run(grouped("float32"), whole, a, b, *places([32], [1]))
    for rows in (1, 2, 8, 32):
        for instance, matrices in ((grouped("float32"), b), (PACKED, packed)):
            some = empty((rows, 40), "float32")
            library.run(instance, some, a[:rows].copy(), matrices, *places([0, rows], [0, 1]))
            assert some.tobytes() == whole[:rows].tobytes()


def test_numbers_that_are_none(library: KernelLibrary) -> None:
    a, b = np.ones((4, 20), np.float32), np.ones((2, 3, 20), np.float32)
    a[1, 3], a[2, 19], b[1, 2, 5] = np.nan, np.inf, -np.inf
    result = empty((4, 3), "float32")
    library.run(grouped("float32"), result, a, b, *places([2, 2], [0, 1]))
    with np.errstate(invalid="ignore"):
        assert np.array_equal(result, np.concatenate([a[:2] @ b[0].T, a[2:] @ b[1].T]), equal_nan=True)  # fmt: skip


@pytest.mark.parametrize("encoding", QUANTISED)
def test_encoded_matrices(library: KernelLibrary, encoding: str) -> None:
    a = np.random.default_rng(7).standard_normal((12, 256)).astype(np.float32)
    b = np.stack([encoded(encoding, 19 + i, 256)[:19] for i in range(4)])
    weights = decoded(b.reshape(76, -1), encoding).reshape(4, 19, 256)
    groups, packed = places([5, 0, 1, 6], [3, 0, 1, 2]), np.zeros_like(b)
    pack, multiply, *plainly = QUANTISED[encoding]
    library.run(quantised(pack, encoding), packed, b)
    result = empty((12, 19), "float32")
    library.run(quantised(multiply, encoding), result, a, packed, *groups)
    factors = a if encoding == "bf16" else quantized(a)
    scale = wanted(np.abs(a), np.abs(weights), *groups)
    assert (np.abs(result - wanted(factors, weights, *groups)) <= 1e-5 * scale).all()
    alone = empty((1, 19), "float32")
    library.run(quantised(multiply, encoding), alone, a[6:7].copy(), packed, *places([1], [2]))
    assert alone.tobytes() == result[6:7].tobytes()
    for struct in plainly:
        other = empty((12, 19), "float32")
        library.run(quantised(struct, encoding), other, a, b, *groups)
        assert other.tobytes() == result.tobytes()


@pytest.mark.parametrize(
    ("counts", "ids", "message"),
    [
        ([2, 3], [0, 1], "group 1 is rows 2 to 5, which are not behind row 2 of 4"),
        ([2, 2], [0, 9], "group 1 asks for matrix 9 of 2"),
        ([2, 2], [0], "1 groups begin and end at 2 places, not 3"),
    ],
)
def test_groups_that_are_wrong(library: KernelLibrary, counts: list[int], ids: list[int], message: str) -> None:  # fmt: skip
    a, b, result = np.ones((4, 3), np.float32), np.ones((2, 5, 3), np.float32), np.ones((4, 5), np.float32)  # fmt: skip
    with pytest.raises(Exception, match=message):
        library.run(grouped("float32"), result, a, b, *places(counts, ids))


def test_halves_on_a_device(library: KernelLibrary) -> None:
    """The kernel itself is tested by tests/gpu/programs/grouped_matmul.mojo."""
    rng = np.random.default_rng(9)
    a, b = (stored(rng.standard_normal(shape), "bfloat16") for shape in ((9, 72), (3, 40, 72)))
    groups, result = places([5, 0, 3], [2, 0, 1]), empty((9, 40), "float32")
    library.run(ON_DEVICE, result, a, b.view(np.uint8).reshape(3, 40, 144), *groups)
    a, b = read(a, "bfloat16"), read(b, "bfloat16")
    assert np.allclose(result, wanted(a, b, *groups), atol=1e-4)


@pytest.mark.parametrize("target", INDICES)
@pytest.mark.parametrize("count", [0, 1, 2, 37, 300])
def test_choices_in_order(library: KernelLibrary, count: int, target: str) -> None:
    chosen = np.random.default_rng(count).integers(0, 6, count).astype(np.int32)
    order, restore = np.zeros(count, np.uint32), np.zeros(count, np.uint32)
    starts, ids, usage = np.zeros(8, np.uint32), np.zeros(7, np.int32), np.zeros(2, np.uint32)
    library.run(INDICES[target], order, starts, restore, ids, usage, chosen)
    counts = np.bincount(chosen, minlength=7)
    assert np.array_equal(order, np.argsort(chosen, kind="stable"))
    assert np.array_equal(order[restore], np.arange(count))
    assert np.array_equal(starts, np.cumsum([0, *counts])) and np.array_equal(ids, np.arange(7))
    assert list(usage) == [counts.max(), 7]
    if count and target == "cpu":
        chosen[-1] = 7
        with pytest.raises(Exception, match=f"choice {count - 1} is expert 7 of 7"):
            library.run(INDICES[target], order, starts, restore, ids, usage, chosen)
