"""Random graphs, compiled fused and unfused, against NumPy: a few here, thousands by hand.

python -m tests.graph.test_random_compiled FIRST LAST LENGTH
"""

from __future__ import annotations

import sys

import numpy as np
import pytest

from ember.engine import Model
from ember.graph.programs import compile_graph
from tests.graph.random_graphs import Maker
from tests.graph.reference import Trap, evaluate


def differing(seed: int, length: int) -> str | None:
    """What is wrong with a graph's results; None if nothing is."""
    graph, arrays = Maker(seed, length).graph()
    try:
        with np.errstate(all="ignore"):
            wanted = evaluate(graph.op, arrays)
    except (Trap, ValueError):
        return None  # a size that is found turned out to be 0 where something must be there
    for is_fusing in (True, False):
        model = Model(compile_graph(graph.op, graph.kernel_library, is_fusing=is_fusing))
        for number, (got, value) in enumerate(zip(model.execute(*arrays), wanted, strict=True)):
            array = got.to_numpy()
            if array.shape != value.shape or array.dtype != value.dtype:
                return f"seed {seed}, fused {is_fusing}: result {number} is {array.dtype} {array.shape}"
            if not np.allclose(array, value, rtol=1e-4, atol=1e-4, equal_nan=True):
                return f"seed {seed}, fused {is_fusing}: result {number} is {array}, not {value}\n{graph}"
    return None


@pytest.mark.parametrize("seed", [1, 9, 0, 3, 10])
def test_random_graphs_mean_what_numpy_says(seed: int) -> None:
    assert differing(seed, 6) is None


def main() -> None:
    first, last, length = map(int, sys.argv[1:])
    wrong = [text for seed in range(first, last) if (text := differing(seed, length)) is not None]
    print("\n".join([*wrong, f"{len(wrong)} of {last - first} graphs are wrong"]))


if __name__ == "__main__":
    main()
