# devices: sim sm_80
# What only the host can do, each an error at the kernel's line that asks for it first.
from std.algorithm import parallelize
from std.gpu.host import DeviceContext
from std.os import getenv, getpid
from std.python import Python
from std.sys import exit
from std.time import perf_counter_ns, sleep

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]


def environment(data: Floats):
    data[0] = Float32(getenv("HOME").byte_length())  # error: a kernel cannot call 'getenv', a function of the host's C library


def process(data: Floats):
    data[0] = Float32(getpid())  # error: a kernel cannot call 'getpid'


def input_line(data: Floats):
    try:
        _ = input()  # error: a kernel cannot call '
    except:
        pass


def file(data: Floats):
    try:
        with open("/tmp/x", "w") as f:  # error: a kernel cannot call 'open'
            f.write("x")
    except:
        pass


def python(data: Floats):
    try:
        var math = Python.import_module("math")
        data[0] = Float32(Float64(py=math.sqrt(2)))  # error: a kernel cannot call '
    except:
        pass


def ending(data: Floats):
    exit(3)  # error: a kernel cannot call 'exit'


def sleeping(data: Floats):
    sleep(0.1)  # error: a kernel cannot call '


def clock(data: Floats):
    data[0] = Float32(perf_counter_ns())  # error: a kernel cannot call 'clock_gettime'


def threads(data: Floats):
    @parameter
    def work(i: Int):
        data[i] = 1

    parallelize[work](4)  # error: a kernel cannot call '


def launching(data: Floats):
    try:
        DeviceContext().synchronize()  # error: a kernel cannot call '
    except:
        pass


def through_another(data: Floats):
    indirectly(data)


def indirectly(data: Floats):
    data[0] = Float32(getpid())  # error: a kernel cannot call 'getpid'


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[environment](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[process](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[input_line](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[file](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[python](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[ending](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[sleeping](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[clock](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[threads](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[launching](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[through_another](data, grid_dim=1, block_dim=1)
