"""Graphs: how they are made, what their ops give, which mistakes are which exceptions; as users of MAX test them."""

import operator

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from max.dtype import DType
from max.graph import (
    BufferType,
    BufferValue,
    DeviceRef,
    Dim,
    Graph,
    TensorType,
    TensorValue,
    Value,
    Weight,
    ops,
)
from max.graph.type import FilterLayout

CPU, GPU = DeviceRef.CPU(), DeviceRef.GPU()
f32, i32, i64 = DType.float32, DType.int32, DType.int64

settings.register_profile("graphs", deadline=None, max_examples=25)
settings.load_profile("graphs")

plain_dtypes = st.sampled_from(
    [
        DType.bool,
        DType.int8,
        DType.int16,
        DType.int32,
        DType.int64,
        DType.uint8,
        DType.uint32,
        DType.float16,
        DType.float32,
        DType.float64,
        DType.bfloat16,
    ]
)
dims = st.one_of(st.integers(1, 2**20).map(Dim), st.sampled_from(["batch", "a", "b"]).map(Dim))
shapes = st.lists(dims, min_size=1, max_size=4)
types = st.builds(TensorType, plain_dtypes, shapes, st.just(CPU))


def tensor(*shape, dtype=f32, device=CPU):
    return TensorType(dtype, shape, device)


def build(*input_types):
    return Graph("g", input_types=input_types)


# -- graphs ----------------------------------------------------------------------------------------


def test_with_and_output():
    with Graph("add", input_types=[tensor("batch", 4), tensor("batch", 4)]) as graph:
        lhs, rhs = graph.inputs
        graph.output(ops.add(lhs.tensor, rhs.tensor))
    assert graph.output_types == [tensor("batch", 4)] and len(graph.inputs) == 2
    assert isinstance(graph.inputs[0], Value) and isinstance(graph.inputs, tuple)


def test_forward_function():
    graph = Graph("add", lambda x, y: x + y, (tensor("n"), tensor("n")))
    assert "rmo.add" in str(graph) and "mo.output" in str(graph)


def test_forward_gives_several():
    graph = Graph("two", forward=lambda x: (x, x + 1), input_types=[tensor("n")])
    assert len(graph.output_types) == 2


def test_forward_gives_nothing():
    assert Graph("none", forward=lambda x: None, input_types=[tensor("n")]).output_types == []


def test_forward_with_more_arguments():
    graph = Graph("g", lambda x, k, *, bias: x * k + bias, [tensor("n")], None, 2.0, bias=1.0)
    assert graph.output_types == [tensor("n")]


def test_callable_object():
    class Layer:
        def __call__(self, x):
            return ops.relu(x)

    assert Graph("layer", Layer(), [tensor(3)]).output_types == [tensor(3)]


def test_current():
    with pytest.raises(LookupError):
        _ = Graph.current
    with Graph("g") as graph:
        assert Graph.current is graph
        with Graph("h") as inner:
            assert Graph.current is inner
        assert Graph.current is graph


def test_printing():
    with build(tensor("batch", 3, device=GPU)) as graph:
        graph.output(graph.inputs[0].tensor.T)
    text = str(graph)
    assert "mo.graph @g<batch>" in text and "!mo.tensor<[3, batch], f32, gpu:0>" in text
    assert "gpu" in str(graph.inputs[0])


def test_ops_need_a_graph():
    with pytest.raises(LookupError):
        ops.constant(1, f32, CPU)


def test_value_of_another_graph():
    with build(tensor(3)) as one:
        x = one.inputs[0].tensor
    with build(tensor(3)):
        with pytest.raises((ValueError, TypeError)):
            x + 1


def test_downcasts():
    with build(tensor(3), BufferType(f32, [3], CPU)) as graph:
        x, b = graph.inputs
        assert isinstance(x.tensor, TensorValue) and isinstance(b.buffer, BufferValue)
        for wrong in (lambda: x.buffer, lambda: b.tensor, lambda: x.opaque):
            with pytest.raises(TypeError):
                wrong()


def test_loaded_from_a_file(tmp_path):
    graph = Graph("identity", forward=lambda x: x, input_types=[tensor(1, dtype=i64)])
    (tmp_path / "g.mlir").write_text(str(graph))
    assert str(Graph("loaded", path=tmp_path / "g.mlir")) == str(graph)


def test_copy():
    with build(tensor(3)) as graph:
        graph.output(graph.inputs[0].tensor + 1)
    assert str(graph.copy()) == str(graph)


def test_subgraph():
    with Graph("main", input_types=[tensor("n")]) as graph:
        layer = graph.add_subgraph("layer", forward=lambda x: x * 2, input_types=[tensor("n")])
        (y,) = ops.call(layer, graph.inputs[0].tensor)
        (z,) = ops.call(layer, y)
        graph.output(z)
    assert graph.output_types == [tensor("n")]


def test_subgraph_arity():
    with Graph("main", input_types=[tensor("n")]) as graph:
        layer = graph.add_subgraph("layer", forward=lambda x: x * 2, input_types=[tensor("n")])
        with pytest.raises(ValueError):
            ops.call(layer)


def test_device_chains():
    with Graph("g", input_types=[]) as graph:
        before = graph.device_chains[CPU]
        ops.print("hello")
        assert graph.device_chains[CPU] is not before
        graph.output()


def test_profile_scope():
    with build(tensor(3)) as graph:
        with graph.profile_scope("part"):
            y = graph.inputs[0].tensor + 1
        graph.output(y)
    assert graph.output_types == [tensor(3)]


# -- element types -----------------------------------------------------------------------------------


@given(types)
def test_unary_keeps_the_type(type):
    assume(type.dtype.is_float())
    with build(type) as graph:
        x = graph.inputs[0].tensor
        for op in (
            ops.abs,
            ops.relu,
            ops.exp,
            ops.tanh,
            ops.sqrt,
            ops.rsqrt,
            ops.log,
            ops.sigmoid,
            ops.silu,
            ops.gelu,
            ops.negate,
            ops.floor,
            ops.round,
            ops.erf,
            ops.cos,
        ):
            assert op(x).type == type


@given(types)
def test_binary_with_itself(type):
    with build(type, type) as graph:
        x, y = (v.tensor for v in graph.inputs)
        for op in (ops.add, ops.sub, ops.mul, ops.max, ops.min):
            assert op(x, y).type == type
        for op in (ops.equal, ops.not_equal, ops.greater, ops.greater_equal):
            assert op(x, y).type == type.cast(DType.bool)


@given(types)
def test_division_of_integers(type):
    with build(type, type) as graph:
        x, y = (v.tensor for v in graph.inputs)
        assert (x / y).dtype == (DType.float64 if type.dtype.is_integral() else type.dtype)
        if type.dtype.is_integral():
            assert (x // y).type == type and (x // 2).type == type and (2 // x).type == type


@given(plain_dtypes, plain_dtypes, shapes)
def test_promotion_is_symmetric(one, other, shape):
    with build(TensorType(one, shape, CPU), TensorType(other, shape, CPU)) as graph:
        x, y = (v.tensor for v in graph.inputs)
        try:
            given = (x + y).dtype
        except ValueError:
            with pytest.raises(ValueError):
                y + x
        else:
            assert given in (one, other) and (y + x).dtype == given


@pytest.mark.parametrize(
    "one, other, result",
    [
        (DType.int8, DType.float16, DType.float16),
        (DType.float32, DType.bfloat16, DType.float32),
        (DType.float64, DType.float32, DType.float64),
        (DType.bool, DType.int32, DType.int32),
        (DType.uint8, DType.int16, DType.int16),
    ],
)
def test_promotion(one, other, result):
    with build(tensor(2, dtype=one), tensor(2, dtype=other)) as graph:
        assert (graph.inputs[0] + graph.inputs[1]).dtype == result


@pytest.mark.parametrize(
    "one, other",
    [
        (DType.uint8, DType.int8),
        (DType.int32, DType.float32),
        (DType.float16, DType.bfloat16),
        (DType.int64, DType.float32),
        (DType.uint32, DType.int32),
    ],
)
def test_no_promotion(one, other):
    with build(tensor(2, dtype=one), tensor(2, dtype=other)) as graph:
        with pytest.raises(ValueError):
            graph.inputs[0] + graph.inputs[1]


@pytest.mark.parametrize(
    "dtype, number",
    [
        (DType.int8, 300),
        (DType.uint8, -1),
        (DType.float16, 2049),
        (DType.int32, 1.5),
        (DType.bool, 2),
    ],
)
def test_numbers_that_do_not_fit(dtype, number):
    with build(tensor(2, dtype=dtype)) as graph:
        with pytest.raises(ValueError):
            graph.inputs[0] + number


@given(types, st.integers(0, 100))
def test_numbers_that_fit(type, number):
    assume(type.dtype != DType.bool)
    with build(type) as graph:
        x = graph.inputs[0].tensor
        assert (
            (x + number).type == type
            and (number - x).type == type
            and (x * np.int64(number)).type == type
        )


def test_two_numbers():
    with build(tensor(2)):
        with pytest.raises(TypeError):
            ops.add(1, 2)
        with pytest.raises(TypeError):
            ops.relu(1.0)


def test_strings_are_no_operands():
    with build(tensor(2)) as graph:
        with pytest.raises(TypeError):
            ops.add(graph.inputs[0].tensor, "text")


def test_logical_ops_take_bools():
    with build(tensor(2), tensor(2, dtype=DType.bool)) as graph:
        x, p = (v.tensor for v in graph.inputs)
        assert (p & p).dtype == (p | p).dtype == (p ^ p).dtype == (~p).dtype == DType.bool
        with pytest.raises(ValueError):
            ops.logical_not(x)
        with pytest.raises(ValueError):
            ops.logical_and(x, x)


def test_where():
    with build(
        tensor(2, 1, dtype=DType.bool), tensor(3), tensor(2, 3, dtype=DType.float64)
    ) as graph:
        p, x, y = (v.tensor for v in graph.inputs)
        assert ops.where(p, x, y).type == tensor(2, 3, dtype=DType.float64)
        with pytest.raises(ValueError):
            ops.where(x, x, x)


def test_cast():
    with build(tensor(2)) as graph:
        x = graph.inputs[0].tensor
        assert x.cast(DType.int8).dtype == DType.int8 and ops.cast(x, f32).type == x.type


# -- shapes -----------------------------------------------------------------------------------------------


def test_broadcast():
    with build(tensor("n", 1, 3), tensor(4, 1)) as graph:
        x, y = graph.inputs
        assert (x + y).shape == ["n", 4, 3] and (y + x).shape == ["n", 4, 3]


def test_no_broadcast():
    with build(tensor("n"), tensor("m"), tensor(3), tensor(4)) as graph:
        n, m, three, four = graph.inputs
        for x, y in ((n, m), (three, four), (n, three)):
            with pytest.raises(ValueError):
                x + y


def test_devices_differ():
    with build(tensor(3), tensor(3, device=GPU)) as graph:
        with pytest.raises(ValueError, match="same device"):
            graph.inputs[0] + graph.inputs[1]


def test_rebind():
    with build(tensor("n"), tensor("m")) as graph:
        n, m = (v.tensor for v in graph.inputs)
        assert (n + m.rebind(["n"])).shape == ["n"]
        assert n.rebind([4]).shape == [4] and n.rebind(["new"], message="no").shape == ["new"]
        with pytest.raises(ValueError):
            n.rebind([1, 2])


def test_reshape():
    with build(tensor("n", 4, 6)) as graph:
        x = graph.inputs[0].tensor
        assert x.reshape(["n", 24]).shape == ["n", 24]
        assert x.reshape((-1, 6)).shape == [Dim("n") * 4, 6]
        assert x.reshape([Dim("n") * 2, 12]).shape == [Dim("n") * 2, 12]
        for wrong in ([-1, -1], ["n", 23], [24]):
            with pytest.raises(ValueError):
                x.reshape(wrong)


def test_reshape_that_needs_a_rebind():
    with build(tensor("n")) as graph:
        x = graph.inputs[0].tensor
        with pytest.raises(ValueError):
            x.reshape([2, -1])
        half = Dim("n") // 2
        assert x.rebind([half * 2]).reshape([2, half]).shape == [2, half]


def test_unknown_symbol():
    with build(tensor("n")) as graph:
        with pytest.raises(ValueError):
            graph.inputs[0].tensor.reshape(["elsewhere"])


@given(shapes, st.data())
def test_transposing(shape, data):
    order = data.draw(st.permutations(range(len(shape))))
    with build(TensorType(f32, shape, CPU)) as graph:
        x = graph.inputs[0].tensor
        assert x.permute(order).shape == [shape[i] for i in order]
        assert x.permute([i - len(shape) for i in order]).shape == [shape[i] for i in order]


def test_bad_axes():
    with build(tensor(2, 3)) as graph:
        x = graph.inputs[0].tensor
        for wrong in (
            lambda: x.transpose(0, 2),
            lambda: ops.softmax(x, 2),
            lambda: ops.sum(x, -3),
            lambda: ops.concat([x, x], 2),
            lambda: ops.squeeze(x, 5),
            lambda: ops.unsqueeze(x, 4),
        ):
            with pytest.raises((IndexError, ValueError)):
                wrong()
        with pytest.raises(ValueError):
            x.permute([0, 0])


def test_squeeze_and_unsqueeze():
    with build(tensor(2, 1, 3)) as graph:
        x = graph.inputs[0].tensor
        assert ops.squeeze(x, 1).shape == [2, 3] and ops.unsqueeze(x, 0).shape == [1, 2, 1, 3]
        assert ops.unsqueeze(x, -1).shape == [2, 1, 3, 1]
        with pytest.raises(ValueError):
            ops.squeeze(x, 0)


def test_flatten():
    with build(tensor(2, 3, "n")) as graph:
        x = graph.inputs[0].tensor
        assert x.flatten().shape == [Dim("n") * 6] and x.flatten(0, 1).shape == [6, "n"]


@pytest.mark.parametrize(
    "index, shape",
    [
        ((0,), [3, 4]),
        ((slice(None), 1), ["n", 4]),
        ((..., 2), ["n", 3]),
        ((slice(1, None),), [Dim("n") - 1, 3, 4]),
        ((slice(None), slice(1, 3)), ["n", 2, 4]),
        ((slice(None), slice(None), slice(None, None, 2)), ["n", 3, 2]),
        ((None, ...), [1, "n", 3, 4]),
        ((..., None), ["n", 3, 4, 1]),
        ((-1, -1, -1), []),
        ((slice(None), slice(-2, None)), ["n", 2, 4]),
    ],
)
def test_slices(index, shape):
    graph = Graph("slice", forward=operator.itemgetter(index), input_types=[tensor("n", 3, 4)])
    assert graph.output_types[0].shape == shape


@pytest.mark.parametrize(
    "index", [(3,), (slice(0, 9),), (slice(2, 1),), (slice(None, None, 0),), (0, 0), ("a",), (1.5,)]
)
def test_wrong_slices(index):
    with build(tensor(3)) as graph:
        with pytest.raises((ValueError, TypeError, IndexError)):
            graph.inputs[0].tensor[index]


def test_slices_by_tensors():
    with build(tensor(5, "n"), tensor(dtype=i64)) as graph:
        x, i = (v.tensor for v in graph.inputs)
        assert x[(slice(i, None), 3), (slice(i, None), "out")].shape == [3, "out"]


def test_concat_and_split():
    with build(tensor("n", 3), tensor("m", 3)) as graph:
        x, y = (v.tensor for v in graph.inputs)
        assert ops.concat([x, y]).shape == [Dim("n") + Dim("m"), 3]
        a, b = ops.split(x, [1, 2], axis=1)
        assert a.shape == ["n", 1] and b.shape == ["n", 2]
        for wrong in (
            lambda: ops.concat([x, y], axis=1),
            lambda: ops.concat([]),
            lambda: ops.split(x, [1, 1], axis=1),
            lambda: ops.chunk(x, 2, axis=1),
        ):
            with pytest.raises(ValueError):
                wrong()


def test_stack_and_chunk():
    with build(tensor(4, 6)) as graph:
        x = graph.inputs[0].tensor
        assert ops.stack([x, x, x], axis=1).shape == [4, 3, 6]
        assert [part.shape for part in ops.chunk(x, 3, axis=1)] == [[4, 2]] * 3


def test_broadcast_to():
    with build(tensor(1, 3)) as graph:
        x = graph.inputs[0].tensor
        assert x.broadcast_to([5, 3]).shape == [5, 3] and ops.broadcast_to(x, [2, 4, 3]).shape == [
            2,
            4,
            3,
        ]
        with pytest.raises(ValueError):
            x.broadcast_to([5, 4])


def test_pad_and_tile():
    with build(tensor("n", 3)) as graph:
        x = graph.inputs[0].tensor
        assert ops.pad(x, [1, 2, 0, 1]).shape == [Dim("n") + 3, 4]
        assert ops.tile(x, [2, 3]).shape == [Dim("n") * 2, 9]
        for wrong in (
            lambda: ops.pad(x, [1, 2]),
            lambda: ops.pad(x, [-1, 0, 0, 0]),
            lambda: ops.tile(x, [2]),
        ):
            with pytest.raises(ValueError):
                wrong()


# -- reductions, products, others ------------------------------------------------------------------------------


@given(types, st.data())
def test_reductions_keep_the_axis(type, data):
    assume(type.dtype.is_float())
    axis = data.draw(st.integers(-type.rank, type.rank - 1))
    shape = list(type.shape)
    shape[axis] = Dim(1)
    with build(type) as graph:
        x = graph.inputs[0].tensor
        for op in (ops.sum, ops.mean, ops.max, ops.min, ops.prod):
            assert op(x, axis=axis).type == TensorType(type.dtype, shape, CPU)
        for op in (ops.argmax, ops.argmin):
            assert op(x, axis=axis).type == TensorType(i64, shape, CPU)


def test_reductions_as_methods():
    with build(tensor(2, 3)) as graph:
        x = graph.inputs[0].tensor
        assert (
            x.mean().shape
            == x.max().shape
            == x.min(axis=-1).shape
            == x.var().shape
            == x.stdev().shape
            == [2, 1]
        )
        assert x.argmax(0).shape == [1, 3]


def test_top_k():
    with build(tensor(2, 5)) as graph:
        values, places = ops.top_k(graph.inputs[0].tensor, 3)
        assert values.type == tensor(2, 3) and places.type == tensor(2, 3, dtype=i64)
        with pytest.raises(ValueError):
            ops.top_k(graph.inputs[0].tensor, 6)


@pytest.mark.parametrize(
    "a, b, c",
    [
        (("m", "k"), ("k", "n"), ["m", "n"]),
        (("k",), ("k", "n"), ["n"]),
        (("m", "k"), ("k",), ["m"]),
        (("b", 2, 3), (3, 4), ["b", 2, 4]),
        ((7, 1, 2, 3), (5, 3, 4), [7, 5, 2, 4]),
    ],
)
def test_matmul(a, b, c):
    with build(tensor(*a), tensor(*b)) as graph:
        assert (graph.inputs[0] @ graph.inputs[1]).shape == c


@pytest.mark.parametrize(
    "a, b", [(("m", "k"), ("j", "n")), ((2, 3), (4, 5)), ((), (2, 2)), ((2, 2, 3), (3, 3, 4))]
)
def test_no_matmul(a, b):
    with build(tensor(*a), tensor(*b)) as graph:
        with pytest.raises(ValueError):
            graph.inputs[0] @ graph.inputs[1]


def test_norms():
    with build(tensor("n", 8), tensor(8), tensor(7)) as graph:
        x, w, wrong = (v.tensor for v in graph.inputs)
        assert (
            ops.layer_norm(x, w, w, 1e-5).type == x.type and ops.rms_norm(x, w, 1e-6).type == x.type
        )
        for mistake in (
            lambda: ops.layer_norm(x, wrong, w, 1e-5),
            lambda: ops.rms_norm(x, wrong, 1e-6),
            lambda: ops.layer_norm(x, w, w, 0.0),
        ):
            with pytest.raises(ValueError):
                mistake()


def test_softmax():
    with build(tensor("n", 8)) as graph:
        x = graph.inputs[0].tensor
        assert ops.softmax(x).type == ops.logsoftmax(x, axis=0).type == x.type


def test_gelu_kinds():
    with build(tensor(3)) as graph:
        for kind in ("none", "tanh", "quick"):
            assert ops.gelu(graph.inputs[0].tensor, approximate=kind).shape == [3]
        with pytest.raises(ValueError):
            ops.gelu(graph.inputs[0].tensor, approximate="fast")


def test_gather():
    with build(tensor("v", 8), tensor("n", dtype=i64), tensor("n")) as graph:
        x, i, wrong = (v.tensor for v in graph.inputs)
        assert ops.gather(x, i, axis=0).shape == ["n", 8] and ops.gather(x, i, axis=1).shape == [
            "v",
            "n",
        ]
        with pytest.raises(ValueError):
            ops.gather(x, wrong, axis=0)


def test_scatter():
    with build(tensor(4, 3), tensor(2, 3), tensor(2, 3, dtype=i64)) as graph:
        x, u, i = (v.tensor for v in graph.inputs)
        assert ops.scatter(x, u, i, axis=0).type == x.type
        with pytest.raises(ValueError):
            ops.scatter(x, u.cast(DType.float64), i, axis=0)


def test_nonzero():
    with build(tensor(2, 3), tensor()) as graph:
        found = ops.nonzero(graph.inputs[0].tensor, "found")
        assert found.type == TensorType(i64, ["found", 2], CPU)
        assert (found + 1).shape == ["found", 2]
        with pytest.raises(ValueError):
            ops.nonzero(graph.inputs[1].tensor, "none")


def test_conv2d():
    with build(tensor(1, "h", 9, 4), tensor(3, 3, 4, 5)) as graph:
        x, w = (v.tensor for v in graph.inputs)
        assert ops.conv2d(x, w).shape == [1, Dim("h") - 2, 7, 5]
        assert ops.conv2d(x, w, stride=(2, 2), padding=(1, 1, 1, 1)).shape[2] == 5
        with pytest.raises(ValueError):
            ops.conv2d(x, w, groups=3)


def test_conv2d_layouts():
    with build(tensor(1, 8, 8, 3)) as graph:
        w = Weight("filter", f32, [16, 3, 3, 3], CPU)
        assert ops.conv2d(graph.inputs[0].tensor, w, filter_layout=FilterLayout.FCRS).shape == [
            1,
            6,
            6,
            16,
        ]


def test_conv2d_weak_filter():
    with build(tensor(1, 8, 8, 4, dtype=DType.bfloat16)) as graph:
        out = ops.conv2d(graph.inputs[0].tensor, np.ones([3, 3, 4, 5], np.float32))
        assert out.dtype == DType.bfloat16


def test_pools():
    with build(tensor(1, 8, 8, 3)) as graph:
        x = graph.inputs[0].tensor
        assert (
            ops.max_pool2d(x, (2, 2), stride=2).shape
            == ops.avg_pool2d(x, (2, 2), stride=2).shape
            == [1, 4, 4, 3]
        )


def test_resize():
    with build(tensor(1, 3, 8, 8), tensor(8, 8)) as graph:
        x, flat = (v.tensor for v in graph.inputs)
        for mode in (
            ops.InterpolationMode.BILINEAR,
            ops.InterpolationMode.NEAREST,
            ops.InterpolationMode.BICUBIC,
        ):
            assert ops.resize(x, [1, 3, 16, 4], interpolation=mode).shape == [1, 3, 16, 4]
        for wrong in (lambda: ops.resize(x, [16, 4]), lambda: ops.resize(flat, [16, 4])):
            with pytest.raises(ValueError):
                wrong()


def test_repeat_interleave():
    with build(tensor(2, 3), tensor(3, dtype=i64)) as graph:
        x, times = (v.tensor for v in graph.inputs)
        assert ops.repeat_interleave(x, 2).shape == [12] and ops.repeat_interleave(
            x, 2, axis=1
        ).shape == [2, 6]
        assert ops.repeat_interleave(x, times, axis=1, out_dim="new").shape == [2, "new"]
        for wrong in (
            lambda: ops.repeat_interleave(x, -1),
            lambda: ops.repeat_interleave(x, 2, axis=7),
        ):
            with pytest.raises(ValueError):
                wrong()
