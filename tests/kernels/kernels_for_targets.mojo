"""Kernels of the library that every GPU has to compile: products, softmax and norms of two element types, the first numbers of rows and their order, attention over pages,
products of groups, convolutions."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec, _MutableInputTensor
from kv_cache._attention import AttentionRaggedPaged
from linalg._device_grouped import grouped_matmul_on_device
from linalg.device import matmul_on_device
from nn._device_moe import create_indices_on_device
from nn._device_sort import order_on_device
from nn.conv import conv
from nn.normalization import rms_norm
from nn.softmax import softmax
from nn.topk import top_k
from std.gpu.host import DeviceContext
from std.utils import Index


def products[dtype: DType](context: DeviceContext) raises:
    comptime spec = StaticTensorSpec[dtype, 2].row_major(Index(-1, 64))
    var numbers = context.enqueue_create_buffer[dtype](64 * 64)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(64, 64))
    var y = OutputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(64, 64))
    matmul_on_device[transpose_b=True](y, x, x, context)
    softmax[1, "gpu"](y, x, context)
    comptime row = StaticTensorSpec[dtype, 1].row_major(Index(64))
    rms_norm[True, "gpu"](y, x, InputTensor[static_spec=row](numbers.unsafe_ptr(), Index(64)), 1e-5, 0.0, context)
    _ = numbers^


def order(context: DeviceContext) raises:
    comptime spec = StaticTensorSpec[DType.float32, 1].create_unknown()
    comptime Places = StaticTensorSpec[DType.int64, 1].create_unknown()
    var numbers = context.enqueue_create_buffer[DType.float32](64)
    var places = context.enqueue_create_buffer[DType.int64](64)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(64))
    var at = OutputTensor[static_spec=Places](places.unsafe_ptr(), Index(64))
    top_k[0, True, "gpu"](OutputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(64)), at, x, context)

    @__parameter
    @always_inline
    def found(place: Int, index: Int):
        at.store[1](Index(place), Int64(index))

    order_on_device[True, found](x, context)
    _ = (numbers^, places^)


def attention(context: DeviceContext) raises:
    comptime spec = StaticTensorSpec[DType.bfloat16, 3].row_major(Index(-1, 8, 64))
    comptime Pages = StaticTensorSpec[DType.bfloat16, 6].row_major(Index(-1, 2, 1, 16, 2, 64))
    comptime Places = StaticTensorSpec[DType.uint32, 1].create_unknown()
    comptime Table = StaticTensorSpec[DType.uint32, 2].create_unknown()
    var numbers = context.enqueue_create_buffer[DType.bfloat16](64 * 64)
    var places = context.enqueue_create_buffer[DType.uint32](64)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 8, 64))
    AttentionRaggedPaged[0, True].execute["gpu"](
        OutputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 8, 64)),
        x,
        _MutableInputTensor[static_spec=Pages](numbers.unsafe_ptr(), Index(1, 2, 1, 16, 2, 64)),
        InputTensor[static_spec=Places](places.unsafe_ptr(), Index(2)),
        InputTensor[static_spec=Places](places.unsafe_ptr(), Index(1)),
        InputTensor[static_spec=Table](places.unsafe_ptr(), Index(1, 1)),
        0,
        1.0,
        0.0,
        context,
    )
    _ = (numbers^, places^)


def experts(context: DeviceContext) raises:
    comptime Rows = StaticTensorSpec[DType.bfloat16, 2].row_major(Index(-1, 64))
    comptime Matrices = StaticTensorSpec[DType.bfloat16, 3].row_major(Index(-1, 64, 64))
    comptime Places = StaticTensorSpec[DType.uint32, 1].create_unknown()
    comptime Names = StaticTensorSpec[DType.int32, 1].create_unknown()
    var numbers = context.enqueue_create_buffer[DType.bfloat16](64 * 64)
    var places = context.enqueue_create_buffer[DType.uint32](64)
    var names = context.enqueue_create_buffer[DType.int32](64)
    var x = InputTensor[static_spec=Rows](numbers.unsafe_ptr(), Index(1, 64))
    var starts = InputTensor[static_spec=Places](places.unsafe_ptr(), Index(2))
    var ids = InputTensor[static_spec=Names](names.unsafe_ptr(), Index(1))
    var y = OutputTensor[static_spec=Rows](numbers.unsafe_ptr(), Index(1, 64))
    grouped_matmul_on_device(y, x, InputTensor[static_spec=Matrices](numbers.unsafe_ptr(), Index(1, 64, 64)), starts, ids, context)
    var made = OutputTensor[static_spec=Places](places.unsafe_ptr(), Index(2))
    var named = OutputTensor[static_spec=Names](names.unsafe_ptr(), Index(1))
    create_indices_on_device(made, made, made, named, made, ids, context)
    _ = (numbers^, places^, names^)


def pictures(context: DeviceContext) raises:
    comptime spec = StaticTensorSpec[DType.bfloat16, 4].row_major(Index(-1, -1, -1, 64))
    var numbers = context.enqueue_create_buffer[DType.bfloat16](64 * 64)
    var x = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 1, 1, 64))
    var filter = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 1, 64, 64))
    var y = OutputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(1, 1, 1, 64))
    conv[target="gpu"](y, x, filter, Index(1, 1), Index(1, 1), Index(0, 0, 0, 0), 1, context)
    _ = numbers^


def main() raises:
    var context = DeviceContext()
    products[DType.bfloat16](context)
    products[DType.float32](context)
    order(context)
    attention(context)
    experts(context)
    pictures(context)
