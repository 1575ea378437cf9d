"""Operators whose kernels take lists of numbers, several results or scalars, in a graph that runs."""

from __future__ import annotations

import numpy as np

from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph, TensorType, ops

CPU = DeviceRef.CPU()


def test_kernels_in_a_graph() -> None:
    source = np.random.default_rng(0)
    x = source.normal(size=(3, 5)).astype(np.float32)
    image = source.normal(size=(1, 4, 6, 2)).astype(np.float32)
    weights = source.normal(size=(1, 1, 2, 3)).astype(np.float32)
    places = np.array([[0] * 5, [-1] * 5])
    arrays = [x, image, weights, places]
    types = [TensorType(DType.from_numpy(a.dtype), list(a.shape), CPU) for a in arrays]
    with Graph("kernels", input_types=types) as graph:
        rows, picture, filters, where = (value.tensor for value in graph.inputs)
        ops.random.set_seed(3)
        graph.output(
            *ops.top_k(rows, 2, -1),
            ops.cumsum(rows, 1, exclusive=True),
            ops.scatter_add(rows, ops.gather(rows, where[:, 0], 0), where, 0),
            ops.pad(rows, [1, 0, 0, 2], mode="reflect") + 1,
            ops.conv2d(picture, filters, stride=(2, 1)),
            ops.avg_pool2d(picture, (2, 3), stride=2),
            ops.softmax(rows * 2),
            ops.random.uniform(TensorType(DType.float32, [1000], CPU), range=(2, 4)),
        )
    results = [b.to_numpy() for b in InferenceSession().load(graph).execute(*arrays)]
    powers = np.exp(2 * x)
    windows = image[:, :, :4].reshape(1, 2, 2, 4, 2)[:, :, :, :3], image[:, :, 2:5].reshape(1, 2, 2, 3, 2)  # fmt: skip
    wanted = [
        -np.sort(-x, -1)[:, :2], np.argsort(-x, -1)[:, :2], x.cumsum(1) - x, x + x * [[1], [0], [1]],
        np.pad(x, [(1, 0), (0, 2)], "reflect") + 1, image[:, ::2] @ weights[0, 0],
        np.stack([w.mean((2, 3)) for w in windows], 2), powers / powers.sum(-1, keepdims=True),
    ]  # fmt: skip
    for result, expected in zip(results, wanted, strict=False):
        np.testing.assert_allclose(result, expected, rtol=1e-4, atol=1e-5)
    assert 2 <= results[-1].min() and results[-1].max() <= 4 and abs(results[-1].mean() - 3) < 0.1
