"""Views: the same numbers by another shape and other strides."""

import extensibility
from extensibility import Input, InputTensor, StaticTensorSpec
from extensibility.managed_tensor_slice import ManagedTensorSlice, NoFusion
from std.utils.index import IndexList


trait _ContiguousView:
    """A view that only tensors have whose numbers lie in a row."""

    pass




def _stretched[
    dtype: DType, x_rank: Int, //, rank: Int
](spec: StaticTensorSpec[dtype, x_rank]) -> StaticTensorSpec[dtype, rank]:
    # What is known when axes of one element are stretched: their strides are 0. An axis of unknown size may be one of them.
    var strides = IndexList[rank](fill=0)
    for i in range(x_rank):
        strides[rank - x_rank + i] = 0 if spec.shape[i] == 1 else -1 if spec.shape[i] < 0 else spec.strides[i]
    return StaticTensorSpec[dtype, rank](IndexList[rank](fill=-1), strides, spec.alignment)


@extensibility.register("mo.static.broadcast_to")
@extensibility.view_kernel
struct _StaticBroadcastTo:
    """Stretched along axes of one element, and along new ones before the others."""

    @staticmethod
    @always_inline
    def update_input_view[
        rank: Int
    ](x: InputTensor, shape: IndexList[rank]) -> ManagedTensorSlice[
        io_spec=Input, Fusion=NoFusion, static_spec = _stretched[rank](x.static_spec)
    ]:
        """The view."""
        var strides = IndexList[rank](fill=0)
        comptime for i in range(x.rank):
            strides[rank - x.rank + i] = x.stride_length[i]() if x.dim_size[i]() != 1 else 0
        return ManagedTensorSlice[io_spec=Input, Fusion=NoFusion, static_spec = _stretched[rank](x.static_spec)](
            x.unsafe_ptr(), shape, strides
        )


def _turned[
    dtype: DType, rank: Int, //, permutation: IndexList[rank]
](spec: StaticTensorSpec[dtype, rank]) -> StaticTensorSpec[dtype, rank]:
    var shape = IndexList[rank]()
    var strides = IndexList[rank]()
    for i in range(rank):
        shape[i] = spec.shape[permutation[i]]
        strides[i] = spec.strides[permutation[i]]
    return StaticTensorSpec[dtype, rank](shape, strides, spec.alignment)


@extensibility.register("mo.transpose")
@extensibility.view_kernel
struct _Transpose:
    """Axes in another order."""

    @staticmethod
    @always_inline
    def update_input_view[
        rank: Int, //, permutation: IndexList[rank]
    ](x: InputTensor[rank=rank, ...], shape: IndexList[rank]) -> ManagedTensorSlice[
        io_spec=Input, Fusion=NoFusion, static_spec = _turned[permutation](x.static_spec)
    ]:
        """The view."""
        var strides = IndexList[rank]()
        comptime for i in range(rank):
            strides[i] = x.stride_length[permutation[i]]()
        return ManagedTensorSlice[io_spec=Input, Fusion=NoFusion, static_spec = _turned[permutation](x.static_spec)](
            x.unsafe_ptr(), shape, strides
        )


def _loosened[
    dtype: DType, rank: Int, //, steps: IndexList[rank]
](spec: StaticTensorSpec[dtype, rank]) -> StaticTensorSpec[dtype, rank]:
    # What is known of a part: strides, times the steps.
    var strides = IndexList[rank]()
    for i in range(rank):
        strides[i] = -1 if spec.strides[i] < 0 else spec.strides[i] * steps[i]
    return StaticTensorSpec[dtype, rank](IndexList[rank](fill=-1), strides, dtype.size_of())


@extensibility.register("mo.slice")
@extensibility.view_kernel
struct _Slice:
    """A part: from `starts` in `steps`, as much as the shape says."""

    @staticmethod
    @always_inline
    def update_input_view[
        rank: Int, //, steps: IndexList[rank]
    ](x: InputTensor[rank=rank, ...], shape: IndexList[rank], starts: IndexList[rank]) -> ManagedTensorSlice[
        io_spec=Input, Fusion=NoFusion, static_spec = _loosened[steps](x.static_spec)
    ]:
        """The view."""
        var strides = IndexList[rank]()
        var offset = 0
        comptime for i in range(rank):
            strides[i] = x.stride_length[i]() * steps[i]
            offset += x.stride_length[i]() * starts[i]
        return ManagedTensorSlice[io_spec=Input, Fusion=NoFusion, static_spec = _loosened[steps](x.static_spec)](
            x.unsafe_ptr() + offset, shape, strides
        )


def _in_a_row[
    dtype: DType, x_rank: Int, //, rank: Int
](spec: StaticTensorSpec[dtype, x_rank]) -> StaticTensorSpec[dtype, rank]:
    return StaticTensorSpec[dtype, rank].row_major(IndexList[rank](fill=-1))


@extensibility.register("mo.static.reshape")
@extensibility.view_kernel
struct _StaticReshape(_ContiguousView):
    """The same numbers in order, by another shape."""

    @staticmethod
    @always_inline
    def update_input_view[
        rank: Int
    ](x: InputTensor, shape: IndexList[rank]) -> ManagedTensorSlice[
        io_spec=Input, Fusion=NoFusion, static_spec = _in_a_row[rank](x.static_spec)
    ]:
        """The view."""
        return ManagedTensorSlice[io_spec=Input, Fusion=NoFusion, static_spec = _in_a_row[rank](x.static_spec)](
            x.unsafe_ptr(), shape
        )
