"""Kernels for devices, on the simulated one, beside NumPy."""

from __future__ import annotations

import numpy as np
import pytest
from kernel_library import (
    Array,
    Instance,
    KernelLibrary,
    Operand,
    changed,
    computed,
    doubled,
    empty,
    fused,
    fused_out,
    increased,
    numbers,
    out,
    plain,
    scalar,
    several,
)

F32 = "float32"


def on_device(module: str, struct: str, parameters: str, *operands: Operand) -> Instance:
    return Instance(module, struct, parameters, *operands, target="gpu")


SUM = {axis: on_device("nn.reduction", "_ReduceAdd", f"axis = {axis}", fused_out(F32, 2), fused(F32, 2)) for axis in (0, 1)}  # fmt: skip
FUSED_MAX = on_device("nn.reduction", "_ReduceMax", "axis = 1", increased(F32, 2), doubled(F32, 2))
MEAN = on_device("nn.reduction", "_ReduceMean", "axis = 1", fused_out("int32", 2), fused("int32", 2))  # fmt: skip
ARG = {axis: on_device("nn.argmaxmin", "_ReduceArgMax", f"axis = {axis}", fused_out("int64", 2), fused(F32, 2)) for axis in (0, 1)}  # fmt: skip
SOFTMAX = {axis: on_device("nn.softmax", "_Softmax", f"axis = {axis}", computed(F32, 2), fused(F32, 2)) for axis in (0, 1)}  # fmt: skip
LAYER = on_device("nn.normalization", "_LayerNorm", "epsilon = 1e-5", fused_out(F32, 2), doubled(F32, 2), plain(F32, 1), plain(F32, 1))  # fmt: skip
RMS = on_device("nn.normalization", "_RmsNorm", "epsilon = 1e-5, weight_offset = 1.0, multiply_before_cast = True",
                increased("float16", 3), fused("float16", 3), plain("float16", 1))  # fmt: skip
GATHER = on_device("nn.gather_scatter", "_Gather", "axis = 0", fused_out(F32, 2), fused(F32, 2), fused("int64", 1))  # fmt: skip
CONCAT = on_device("nn.concat", "_Concat", "axis = 1", fused_out(F32, 2), several("InputVariadicTensors", F32, 2, 2))  # fmt: skip
PAD = on_device("nn.pad", "_PadReflect", "", fused_out(F32, 2), fused(F32, 2), numbers(1, 2, 0, 3))
CUMSUM = on_device("nn.cumsum", "_Cumsum", "axis = 0, exclusive = False, reverse = False", out(F32, 2), fused(F32, 2))  # fmt: skip


U32 = "uint32"
RAGGED = [plain(U32, 1), plain(U32, 1)]


def on_both(module: str, struct: str, *operands: Operand) -> dict[str, Instance]:
    return {t: Instance(module, struct, "", *operands, target=t) for t in ("cpu", "gpu")}


ROPE = {i: on_both("kv_cache._rope", f"RopeRagged[{i}]", out(F32, 3), plain(F32, 3), *RAGGED, plain(F32, 2)) for i in (True, False)}  # fmt: skip
STORE = on_both("kv_cache._store", "StoreRaggedPaged", changed(F32, 6), plain(F32, 3), plain(F32, 3), *RAGGED, plain(U32, 2), scalar(U32))  # fmt: skip
ATTENTION = {w: on_both("kv_cache._attention", f"AttentionRaggedPaged[{w}, True]", out(F32, 3), plain(F32, 3), changed(F32, 6), *RAGGED,
                        plain(U32, 2), scalar(U32), scalar(F32), scalar(F32)) for w in (0, 300)}  # fmt: skip


@pytest.fixture(scope="module")
def library() -> KernelLibrary:
    families = [*SUM.values(), *ARG.values(), *SOFTMAX.values()]
    ragged = [*ROPE.values(), STORE, *ATTENTION.values()]
    families.extend(instance for both in ragged for instance in both.values())
    return KernelLibrary([*families, FUSED_MAX, MEAN, LAYER, RMS, GATHER, CONCAT, PAD, CUMSUM])


def array(*shape: int) -> Array:
    return np.random.default_rng(len(shape)).normal(size=shape).astype(np.float32)


@pytest.mark.parametrize("shape", [(3, 700), (5, 1), (1, 37), (0, 4)])
@pytest.mark.parametrize("axis", [0, 1])
def test_reductions(library: KernelLibrary, shape: tuple[int, int], axis: int) -> None:
    x = array(*shape)
    y = empty(x.sum(axis, keepdims=True).shape, F32)
    library.run(SUM[axis], y, x)
    np.testing.assert_allclose(y, x.sum(axis, keepdims=True), rtol=1e-5, atol=1e-5)
    if shape[axis]:
        where = empty(y.shape, "int64")
        library.run(ARG[axis], where, x)
        assert (where == np.expand_dims(x.argmax(axis), axis)).all()
        powers = np.exp(x - x.max(axis, keepdims=True))
        y = empty(shape, F32)
        library.run(SOFTMAX[axis], y, x)
        np.testing.assert_allclose(y, powers / powers.sum(axis, keepdims=True), rtol=1e-5)


def test_neighbours_and_whole_numbers(library: KernelLibrary) -> None:
    x = array(4, 300)
    y = empty((4, 1), F32)
    library.run(FUSED_MAX, y, x)
    np.testing.assert_allclose(y, 2 * x.max(1, keepdims=True) + 1, rtol=1e-6)
    whole = np.random.default_rng(0).integers(-50, 50, (4, 301)).astype(np.int32)
    mean = empty((4, 1), "int32")
    library.run(MEAN, mean, whole)
    assert (mean == np.trunc(whole.mean(1, keepdims=True))).all()


def test_norms(library: KernelLibrary) -> None:
    x, gamma, beta = array(5, 300), array(300), array(300)
    y = empty(x.shape, F32)
    library.run(LAYER, y, x, gamma, beta)
    twice = 2 * x.astype(np.float64)
    scale = 1 / np.sqrt(twice.var(1, keepdims=True) + 1e-5)
    wanted = (twice - twice.mean(1, keepdims=True)) * scale * gamma + beta
    np.testing.assert_allclose(y, wanted, rtol=1e-4, atol=1e-5)
    half = array(2, 3, 100).astype(np.float16)
    weight = array(100).astype(np.float16)
    z = empty(half.shape, "float16")
    library.run(RMS, z, half, weight)
    values = half.astype(np.float64)
    normed = values / np.sqrt((values**2).mean(-1, keepdims=True) + 1e-5)
    np.testing.assert_allclose(
        z, normed * (weight.astype(np.float64) + 1) + 1, rtol=4e-3, atol=4e-3
    )


def test_movement(library: KernelLibrary) -> None:
    x = array(6, 35)
    y = empty((3, 35), F32)
    library.run(GATHER, y, x, np.array([5, 0, -2]))
    assert (y == x[[5, 0, -2]]).all()
    y = empty((6, 40), F32)
    library.run(CONCAT, y, x, array(6, 5))
    assert (y == np.concatenate([x, array(6, 5)], 1)).all()
    wanted = np.pad(x, [(1, 2), (0, 3)], "reflect")
    y = empty(wanted.shape, F32)
    library.run(PAD, y, x)
    assert (y == wanted).all()
    y = empty(x.shape, F32)
    library.run(CUMSUM, y, x)
    np.testing.assert_allclose(y, x.cumsum(0), rtol=1e-5, atol=1e-6)


def test_ragged_batches_as_on_processors(library: KernelLibrary) -> None:
    heads, kv_heads, size, page, width = 4, 2, 20, 32, 14
    offsets, lengths = np.array([0, 3, 3, 7], np.uint32), np.array([5, 2, 400], np.uint32)
    table = np.random.default_rng(0).permutation(3 * width).astype(np.uint32).reshape(3, width)
    q, k, v = array(7, heads, size), array(7, kv_heads, size), array(7, kv_heads, size) * 2
    angles = array(410, 8)
    for both in ROPE.values():
        turned = {target: empty(q.shape, F32) for target in both}
        for target, instance in both.items():
            library.run(instance, turned[target], q, offsets, lengths, angles)
        np.testing.assert_allclose(turned["gpu"], turned["cpu"], rtol=1e-6)
    pages = array(3 * width, 2, 2, page, kv_heads, size)
    stored = {target: pages.copy() for target in STORE}
    for target, instance in STORE.items():
        library.run(instance, stored[target], k, v, offsets, lengths, table, np.array(1, np.uint32))
    assert (stored["cpu"] == stored["gpu"]).all() and (stored["cpu"] != pages).any()
    for softcap in (0.0, 2.0):
        for both in ATTENTION.values():
            settings = [np.array(1, np.uint32), np.array(0.3, np.float32), np.array(softcap, np.float32)]  # fmt: skip
            results = {target: empty(q.shape, F32) for target in both}
            for target, instance in both.items():
                library.run(instance, results[target], q, stored["cpu"], offsets, lengths, table, *settings)  # fmt: skip
            np.testing.assert_allclose(results["gpu"], results["cpu"], rtol=1e-4, atol=1e-5)
