"""Products of matrices on the simulated device, beside those on processors: the same bits."""

from __future__ import annotations

import numpy as np
import pytest
from kernel_library import Instance, KernelLibrary, Operand, plain

F32 = "float32"
TARGETS = ("cpu", "gpu")


def product(module: str, struct: str, rank: int) -> dict[str, Instance]:
    result = Operand("_FusedComputeOutputTensor", F32, rank)
    return {
        t: Instance(module, struct, "", result, plain(F32, rank), plain(F32, rank), target=t)
        for t in TARGETS
    }


MATMUL = {
    turned: product("linalg._graph_matmul", f"Matmul[{turned}]", 2) for turned in (True, False)
}
BATCHED = product("linalg._graph_batch_matmul", "BatchMatmul[False]", 3)


@pytest.fixture(scope="module")
def library() -> KernelLibrary:
    return KernelLibrary([i for both in (*MATMUL.values(), BATCHED) for i in both.values()])


@pytest.mark.parametrize("turned", [True, False])
@pytest.mark.parametrize("shape", [(1, 1, 1), (3, 5, 7), (9, 30, 33), (2, 4, 0), (130, 260, 48)])
def test_matmul(library: KernelLibrary, turned: bool, shape: tuple[int, int, int]) -> None:
    m, n, k = shape
    rng = np.random.default_rng(5)
    a, b = (
        rng.standard_normal((m, k)).astype(np.float32),
        rng.standard_normal((k, n)).astype(np.float32),
    )
    stored = np.ascontiguousarray(b.T) if turned else b
    results = {t: np.full((m, n), 7, np.float32) for t in TARGETS}
    for target in TARGETS:
        library.run(MATMUL[turned][target], results[target], a, stored)
    assert results["cpu"].tobytes() == results["gpu"].tobytes()
    assert np.allclose(results["gpu"], a.astype(np.float64) @ b, atol=1e-5)


def test_batches(library: KernelLibrary) -> None:
    rng = np.random.default_rng(6)
    a, b = (
        rng.standard_normal((3, 4, 6)).astype(np.float32),
        rng.standard_normal((3, 6, 5)).astype(np.float32),
    )
    results = {t: np.zeros((3, 4, 5), np.float32) for t in TARGETS}
    for target in TARGETS:
        library.run(BATCHED[target], results[target], a, b)
    assert results["cpu"].tobytes() == results["gpu"].tobytes()
    assert np.allclose(results["gpu"], a.astype(np.float64) @ b, atol=1e-5)
