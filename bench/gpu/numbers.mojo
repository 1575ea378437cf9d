"""Arrays of numbers that differ in all their bits: equal ones need less power, and a device that is cooler is faster."""

from gpu.host import DeviceBuffer, DeviceContext
from std.algorithm._device import run_on_device
from std.utils.index import IndexList


def value[dtype: DType](i: Int) -> Scalar[dtype]:
    return (Float32((UInt32(i) * 2654435761) >> 16) / 32768 - 1).cast[dtype]()


def numbers[dtype: DType](count: Int, first: Int, context: DeviceContext) raises -> DeviceBuffer[dtype]:
    var result = context.enqueue_create_buffer[dtype](count)
    var start = result.unsafe_ptr()

    @__parameter
    def fill[width: Int, rank: Int](place: IndexList[rank]):
        comptime for i in range(width):
            start[place[0] + i] = value[dtype](place[0] + i + first)

    run_on_device[fill, 4](IndexList[1](count), context)
    return result
