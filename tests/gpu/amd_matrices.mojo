# Kernels for AMD GPUs: every tile that `mma` has there, arguments in memory, captured values.
from std.gpu import thread_idx
from std.gpu.host import DeviceContext
from std.gpu.mma import mma


def product[
    element: DType, count: Int, sum: DType, sums: Int
](
    a: UnsafePointer[Scalar[element], MutAnyOrigin],
    b: UnsafePointer[Scalar[element], MutAnyOrigin],
    d: UnsafePointer[Scalar[sum], MutAnyOrigin],
):
    var t = thread_idx.x
    var total = d.load[width=sums](t * sums)
    mma(total, a.load[width=count](t * count), b.load[width=count](t * count), total)
    d.store(t * sums, total)


def launch[element: DType, count: Int, sum: DType](ctx: DeviceContext) raises:
    var a = ctx.enqueue_create_buffer[element](64 * count)
    var d = ctx.enqueue_create_buffer[sum](1024)
    ctx.enqueue_function[product[element, count, sum, 4]](a, a, d, grid_dim=1, block_dim=64)
    comptime if element != DType.float64:
        ctx.enqueue_function[product[element, count, sum, 16]](a, a, d, grid_dim=1, block_dim=64)


struct Many(Copyable, Movable):
    var numbers: InlineArray[Int32, 9]

    def __init__(out self):
        self.numbers = InlineArray[Int32, 9](fill=1)


def takes_struct(data: UnsafePointer[Float32, MutAnyOrigin], many: Many):
    data[thread_idx.x] = Float32(many.numbers[thread_idx.x])


def main() raises:
    var ctx = DeviceContext()
    launch[DType.float16, 4, DType.float32](ctx)
    launch[DType.bfloat16, 4, DType.float32](ctx)
    launch[DType.float32, 1, DType.float32](ctx)
    launch[DType.float64, 1, DType.float64](ctx)
    launch[DType.int8, 8, DType.int32](ctx)
    launch[DType.float8_e4m3fnuz, 8, DType.float32](ctx)
    launch[DType.float8_e5m2fnuz, 8, DType.float32](ctx)
    var data = ctx.enqueue_create_buffer[DType.float32](8)
    ctx.enqueue_function[takes_struct](data, Many(), grid_dim=1, block_dim=8)
    var address = data.unsafe_ptr()
    var number = Float32(len(data))

    def captures() {imm address, imm number}:
        address[thread_idx.x] = number

    ctx.enqueue_function[captures](grid_dim=1, block_dim=8)
