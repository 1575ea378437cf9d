"""Softmax and norms beside NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from kernel_library import (
    Array,
    Instance,
    KernelLibrary,
    computed,
    doubled,
    empty,
    fused,
    fused_out,
    increased,
    plain,
    read,
    stored,
)

TOLERANCE = {"float16": 2e-3, "bfloat16": 1.6e-2, "float32": 1e-5, "float64": 1e-12}
ROWS = [("float32", 2, 1), ("float32", 3, 1), ("float64", 1, 0), ("bfloat16", 2, 1), ("float16", 2, 0)]  # fmt: skip
SIZES = {1: [(1,), (7,), (1000,)], 2: [(3, 1), (1, 3), (5, 67), (257, 130), (3, 0), (0, 5)], 3: [(2, 3, 4), (5, 33, 17)]}  # fmt: skip


def softmax_instance(struct: str, dtype: str, rank: int, axis: int) -> Instance:
    return Instance(
        "nn.softmax", struct, f"axis = {axis}", computed(dtype, rank), fused(dtype, rank)
    )


def norm(struct: str, dtype: str, rank: int, parameters: str, vectors: int) -> Instance:
    operands = [plain(dtype, 1)] * vectors
    return Instance(
        "nn.normalization",
        struct,
        parameters,
        fused_out(dtype, rank),
        fused(dtype, rank),
        *operands,
    )


FUSED_SOFTMAX = Instance("nn.softmax", "_Softmax", "axis = 1", computed("float32", 2), doubled("float32", 2))  # fmt: skip
FUSED_NORM = Instance("nn.normalization", "_LayerNorm", "epsilon = 1e-5", increased("float32", 2), doubled("float32", 2),
                      plain("float32", 1), plain("float32", 1))  # fmt: skip
DTYPES = ["float32", "float64", "bfloat16"]
LAYER = {d: norm("_LayerNorm", d, 2, "epsilon = 1e-5", 2) for d in DTYPES}
RMS = {(d, m): norm("_RmsNorm", d, 3, f"epsilon = 1e-5, weight_offset = 1.0, multiply_before_cast = {m}", 1)
       for d in DTYPES for m in (False, True) if m or d == "bfloat16"}  # fmt: skip
GROUP = {d: norm("_GroupNorm", d, 4, "num_groups = 2, epsilon = 1e-5", 2) for d in DTYPES[:1]}
GROUP2 = norm("_GroupNorm", "float32", 2, "num_groups = 3, epsilon = 1e-5", 2)


@pytest.fixture(scope="module")
def library() -> KernelLibrary:
    soft = [softmax_instance(s, *case) for s in ("_Softmax", "_Logsoftmax") for case in ROWS]
    return KernelLibrary([*soft, FUSED_SOFTMAX, FUSED_NORM, *LAYER.values(), *RMS.values(), *GROUP.values(), GROUP2])  # fmt: skip


def softmax(x: Array, axis: int) -> Array:
    if not x.size:
        return x
    powers = np.exp(x - x.max(axis, keepdims=True))
    return np.asarray(powers / powers.sum(axis, keepdims=True))


def centered(x: Array, epsilon: float, axes: int | tuple[int, ...] = -1) -> Array:
    scale = 1 / np.sqrt(x.var(axes, keepdims=True) + epsilon)
    return np.asarray((x - x.mean(axes, keepdims=True)) * scale)


def close(y: Array, dtype: str, wanted: Array) -> None:
    tolerance = TOLERANCE[dtype]
    np.testing.assert_allclose(read(y, dtype), wanted, rtol=tolerance, atol=tolerance)


@pytest.mark.parametrize(("dtype", "rank", "axis"), ROWS)
def test_softmax(library: KernelLibrary, dtype: str, rank: int, axis: int) -> None:
    source = np.random.default_rng(rank)
    for shape in SIZES[rank]:
        x = stored(source.normal(0, 5, shape), dtype)
        y = empty(shape, dtype)
        wanted = softmax(read(x, dtype).astype(np.float64), axis)
        library.run(softmax_instance("_Softmax", dtype, rank, axis), y, x)
        close(y, dtype, wanted)
        library.run(softmax_instance("_Logsoftmax", dtype, rank, axis), y, x)
        with np.errstate(divide="ignore"):
            close(y, dtype, np.log(wanted))


def test_softmax_of_infinities_and_of_what_is_not_a_number(library: KernelLibrary) -> None:
    x = np.random.default_rng(0).normal(size=(6, 67)).astype(np.float32)
    x[0, 3], x[1, 5], x[2, 64], x[3], x[4, :60] = np.nan, np.inf, -np.inf, -np.inf, -np.inf
    y = empty(x.shape, "float32")
    library.run(softmax_instance("_Softmax", "float32", 2, 1), y, x)
    with np.errstate(invalid="ignore"):
        np.testing.assert_allclose(y, softmax(x, 1), rtol=1e-5)


def test_neighbours_are_fused_in(library: KernelLibrary) -> None:
    source = np.random.default_rng(0)
    x = source.normal(size=(9, 67)).astype(np.float32)
    y = empty(x.shape, "float32")
    library.run(FUSED_SOFTMAX, y, x)
    close(y, "float32", softmax(2 * x, 1))
    gamma, beta = source.normal(size=(2, 67)).astype(np.float32)
    library.run(FUSED_NORM, y, x, gamma, beta)
    close(y, "float32", centered(2 * x, 1e-5) * gamma + beta + 1)


@pytest.mark.parametrize("dtype", DTYPES)
def test_layer_norm(library: KernelLibrary, dtype: str) -> None:
    source = np.random.default_rng(1)
    for shape in [(3, 1), (5, 67), (300, 128), (0, 4)]:
        x = stored(source.normal(3, 2, shape), dtype)
        gamma, beta = (stored(source.normal(size=shape[-1]), dtype) for _ in range(2))
        y = empty(shape, dtype)
        library.run(LAYER[dtype], y, x, gamma, beta)
        wanted = centered(read(x, dtype).astype(np.float64), 1e-5) * read(gamma, dtype)
        close(y, dtype, wanted + read(beta, dtype))


@pytest.mark.parametrize(("dtype", "before"), RMS)
def test_rms_norm(library: KernelLibrary, dtype: str, before: bool) -> None:
    source = np.random.default_rng(2)
    for shape in [(2, 3, 1), (1, 5, 67), (3, 100, 128)]:
        x, weight = (stored(source.normal(size=s), dtype) for s in (shape, shape[-1]))
        y = empty(shape, dtype)
        library.run(RMS[dtype, before], y, x, weight)
        values = read(x, dtype).astype(np.float64)
        normed = values / np.sqrt((values**2).mean(-1, keepdims=True) + 1e-5)
        close(y, dtype, normed * (read(weight, dtype) + 1))


def test_group_norm(library: KernelLibrary) -> None:
    source = np.random.default_rng(3)
    for shape in [(2, 6, 3, 5), (1, 2, 1, 1), (3, 4, 17, 16)]:
        x = source.normal(size=shape).astype(np.float32)
        gamma, beta = source.normal(size=(2, shape[1])).astype(np.float32)
        y = empty(shape, "float32")
        library.run(GROUP["float32"], y, x, gamma, beta)
        groups = x.reshape(shape[0], 2, shape[1] // 2, *shape[2:])
        wanted = centered(groups, 1e-5, (2, 3, 4)).reshape(shape)
        close(y, "float32", wanted * gamma[:, None, None] + beta[:, None, None])
    x = source.normal(size=(5, 6)).astype(np.float32)
    gamma, beta = source.normal(size=(2, 6)).astype(np.float32)
    y = empty((5, 6), "float32")
    library.run(GROUP2, y, x, gamma, beta)
    close(y, "float32", centered(x.reshape(5, 3, 2), 1e-5).reshape(5, 6) * gamma + beta)
    with pytest.raises(Exception, match="5 channels are not 2 groups"):
        library.run(GROUP["float32"], *[empty((1, 5, 1, 1), "float32")] * 2, *[gamma] * 2)
