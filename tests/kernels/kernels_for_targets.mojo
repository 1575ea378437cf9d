"""Kernels of the library that every GPU has to compile: products, softmax and norms of two element types, the first numbers of rows and their order."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from linalg.device import matmul_on_device
from nn._device_sort import order_on_device
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


def main() raises:
    var context = DeviceContext()
    products[DType.bfloat16](context)
    products[DType.float32](context)
    order(context)
