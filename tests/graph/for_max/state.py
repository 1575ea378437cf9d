"""Constants, weights, buffers, branches and loops, and what else becomes a tensor; as users of MAX test them."""

import numpy as np
import pytest
from max.dtype import DType
from max.graph import BufferType, DeviceRef, Dim, Graph, TensorType, TensorValue, Weight, ops

CPU, GPU = DeviceRef.CPU(), DeviceRef.GPU()
f32, i32, i64 = DType.float32, DType.int32, DType.int64


def tensor(*shape, dtype=f32, device=CPU):
    return TensorType(dtype, shape, device)


def build(*input_types):
    return Graph("g", input_types=input_types)


def test_constants():
    with Graph("g") as graph:
        assert ops.constant(1.5, f32, CPU).type == tensor()
        assert ops.constant([[1, 2], [3, 4]], i32, CPU).type == tensor(2, 2, dtype=i32)
        assert ops.constant(np.ones(3, np.float64)).type == tensor(3, dtype=DType.float64)
        assert ops.constant(np.ones(3, np.float64), DType.float64, GPU).device == GPU
        graph.output()


@pytest.mark.parametrize(
    "wrong, kind",
    [
        (lambda: ops.constant(1), TypeError),
        (lambda: ops.constant(300, DType.int8, CPU), ValueError),
        (lambda: ops.constant([[1], [1, 2]], f32, CPU), ValueError),
        (lambda: ops.constant(np.ones(2, np.float32), DType.int64, CPU), ValueError),
        (lambda: ops.constant(1, DType.float4_e2m1fn, CPU), TypeError),
    ],
)
def test_wrong_constants(wrong, kind):
    with Graph("g"):
        with pytest.raises(kind):
            wrong()


def test_range():
    with build(tensor(dtype=i64)) as graph:
        assert ops.range(0, 10, 3, dtype=i32, device=CPU).type == tensor(4, dtype=i32)
        assert ops.range(
            0, graph.inputs[0].tensor, 1, out_dim="n", dtype=i64, device=CPU
        ).shape == ["n"]


def test_weights():
    w = Weight("w", f32, [3, 4], CPU)
    assert w.name == "w" and w.dtype == f32 and w.shape == [3, 4] and w.device == CPU
    with pytest.raises(ValueError):
        w + 1
    with build(tensor(2, 3)) as graph:
        graph.output(graph.inputs[0].tensor @ w + w[0])
    assert graph.output_types == [tensor(2, 4)] and str(graph).count("constant.external") == 1


def test_two_weights_of_one_name():
    with build(tensor(3)) as graph:
        x = graph.inputs[0].tensor
        x + Weight("w", f32, [3], CPU)
        with pytest.raises(ValueError):
            x + Weight("w", f32, [3], CPU)


def test_weight_on_a_device():
    w = Weight("w", f32, [3], GPU)
    with build(tensor(3, device=GPU)) as graph:
        assert (graph.inputs[0].tensor + w).device == GPU


def test_random_numbers():
    with Graph("g") as graph:
        with pytest.raises(RuntimeError):
            ops.random.uniform(tensor(2, 3))
        ops.random.set_seed(3)
        assert ops.random.uniform(tensor(2, 3)).type == tensor(2, 3)
        assert ops.random.normal(tensor(2, 3), mean=1.0, std=2.0).type == tensor(2, 3)
        graph.output()


def test_buffers():
    with build(BufferType(f32, ["n", 4], CPU), tensor("n", 4)) as graph:
        b, x = graph.inputs[0].buffer, graph.inputs[1].tensor
        assert b[...].type == tensor("n", 4) and b[0].shape == [4]
        b[...] = b[...] + x
        b[0:1] = x[0:1]
        with pytest.raises(ValueError):
            b[...] = x[0]
        graph.output()
    assert "mutable.store" in str(graph)


def test_cond():
    with build(tensor(dtype=DType.bool), tensor(3)) as graph:
        p, x = (v.tensor for v in graph.inputs)
        (y,) = ops.cond(p, [x.type], lambda: x + 1, lambda: x * 2)
        assert y.type == x.type
        assert ops.cond(p, None, lambda: ops.print("then"), lambda: None) == []
        with pytest.raises(TypeError):
            ops.cond(p, [x.type], lambda: x.cast(i32), lambda: x)
        with pytest.raises(ValueError):
            ops.cond(x, [x.type], lambda: x, lambda: x)
        graph.output(y)


def test_a_branch_that_raises():
    with build(tensor(dtype=DType.bool)) as graph:
        chain = graph.device_chains[CPU]

        def fails():
            raise KeyError("mine")

        with pytest.raises(KeyError):
            ops.cond(graph.inputs[0].tensor, None, lambda: None, fails)
        assert graph.device_chains[CPU] == chain
        graph.output()


def test_while_loop():
    with build(tensor(dtype=i32), tensor(3)) as graph:
        i, x = (v.tensor for v in graph.inputs)
        i, x = ops.while_loop((i, x), lambda i, x: i < 10, lambda i, x: (i + 1, x * 2))
        assert x.type == tensor(3)
        with pytest.raises((TypeError, ValueError)):
            ops.while_loop([i], lambda i: i < 10, lambda i: i.cast(f32))
        graph.output(x)


def test_transfers():
    with build(tensor(3)) as graph:
        x = graph.inputs[0].tensor
        assert (
            x.to(GPU).device == GPU
            and ops.transfer_to(x, GPU).to(CPU).device == CPU
            and x.to(CPU).type == x.type
        )


def test_tensor_values():
    with build(tensor(3, "n")) as graph:
        x = graph.inputs[0].tensor
        assert TensorValue(x) is x or TensorValue(x).type == x.type
        assert TensorValue(x.shape[1]).type == tensor(dtype=i64)
        assert ops.shape_to_tensor(x.shape).type == tensor(2, dtype=i64)
        with pytest.raises(TypeError):
            TensorValue(3)
        with pytest.raises(TypeError):
            iter(x)


def test_things_that_become_tensors():
    class Mine:
        def __init__(self, value):
            self.value = value

        def __tensorvalue__(self):
            return self.value

    with build(tensor(3)) as graph:
        assert ops.relu(Mine(graph.inputs[0].tensor)).type == tensor(3)


def test_dims_beside_tensors():
    with build(tensor("n", dtype=i64)) as graph:
        x = graph.inputs[0].tensor
        for result in (Dim(5) + x, x + Dim(5), Dim("n") - x, x * Dim("n"), Dim(10) // x):
            assert result.type == x.type


def test_other_exports():
    from max.graph import ops as same
    from max.graph.dim import Dim as same_dim
    from max.graph.graph import Graph as same_graph
    from max.graph.ops import add, matmul
    from max.graph.value import TensorValue as same_value
    from max.graph.weight import Weight as same_weight

    assert (
        same.add is add
        and matmul
        and (same_dim, same_graph, same_value, same_weight) == (Dim, Graph, TensorValue, Weight)
    )


def test_names_of_mlir():
    from max import mlir
    from max._mlir_context import default_mlir_context
    from max.graph import BufferValueLike, TensorValueLike, dtype_promotion

    assert BufferValueLike and TensorValueLike
    low, high = dtype_promotion._DTYPE_MIN_AND_MAX_FULL_PRECISION[DType.int8]
    assert (int(low), int(high)) == (-128, 127)
    with default_mlir_context(), mlir.Location.unknown():
        graph = Graph("g", lambda x: x + 1, [tensor("n")])
    assert isinstance(graph._mlir_op, mlir.Operation | mlir.OpView)
    assert "rmo.add" in str(graph._mlir_op) and graph._mlir_op.verify()
    assert graph.inputs[0]._mlir_value == graph.inputs[0]._mlir_value
