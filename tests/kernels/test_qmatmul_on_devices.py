"""Products with weights of 4 bits on the simulated device, against what the weights mean; a row's bits do not depend on the others."""

from __future__ import annotations

import numpy as np
import pytest

from tests.kernels.kernel_library import (  # fmt: skip
    Instance,
    KernelLibrary,
    computed,
    empty,
    plain,
    read,
    stored,
)
from tests.kernels.test_qmatmul import decoded, encoded

ENCODINGS = ["q4_0", "q4_1", "gptq_128"]


def product(encoding: str) -> Instance:
    name = f'QMatmulGroups["{encoding}"]'
    return Instance("quantization._graph_qmatmul", name, "", computed("float32", 2), plain("bfloat16", 2), plain("uint8", 2), target="gpu")  # fmt: skip


@pytest.fixture(scope="module")
def library() -> KernelLibrary:
    return KernelLibrary(list(map(product, ENCODINGS)))


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_four_bits(library: KernelLibrary, encoding: str) -> None:
    a = stored(np.random.default_rng(3).standard_normal((37, 1152)), "bfloat16")
    for rows, columns, depth in ((37, 19, 256), (1, 8, 1152), (3, 5, 128)):
        weights = encoded(encoding, columns, depth)
        some = np.ascontiguousarray(a[:rows, :depth])
        result = empty((rows, columns), "float32")
        library.run(product(encoding), result, some, weights)
        numbers = read(some, "bfloat16").astype(np.float64)
        meant = decoded(weights, encoding).astype(np.float64)
        error = np.abs(result - numbers @ meant.T)
        assert (error <= 2.0**-8 * (np.abs(numbers) @ np.abs(meant).T)).all()
        alone = empty((1, columns), "float32")
        library.run(product(encoding), alone, some[-1:].copy(), weights)
        assert alone.tobytes() == result[-1:].tobytes()


def test_rows_that_do_not_fit(library: KernelLibrary) -> None:
    a, weights = stored(np.ones((1, 64)), "bfloat16"), encoded("q4_0", 2, 32)
    with pytest.raises(
        Exception, match="the rows of the weights have 18 bytes, which is not 64 weights"
    ):
        library.run(product("q4_0"), empty((1, 2), "float32"), a, weights)
