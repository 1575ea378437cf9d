# devices: sim sm_90a
# Launches that cannot work, each an error at its line.
from std.gpu import thread_idx
from std.gpu.host import DeviceContext
from std.algorithm import elementwise
from std.utils import IndexList

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]


struct Owner(Copyable, Movable):
    var numbers: List[Int]

    def __init__(out self):
        self.numbers = [1]


def good(data: Floats):
    data[thread_idx.x] = 1


def raising(data: Floats) raises:
    raise Error("no")


def giving(data: Floats) -> Int:
    return 3


def calls_raising(data: Floats):
    raising(data)  # error: this call may raise, but the function around it is not declared 'raises'


def owning(owner: Owner):
    pass


def two_functions[f: def() capturing -> Int, g: def() capturing -> Int]():
    _ = f() + g()


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](64)
    var here = ctx.enqueue_create_host_buffer[DType.float32](64)
    var text = String("x")
    ctx.enqueue_function[raising](data, grid_dim=1, block_dim=1)  # error: 'raising' may raise; a kernel cannot
    ctx.enqueue_function[giving](data, grid_dim=1, block_dim=1)  # error: 'giving' returns a value; a kernel writes its results through its arguments
    ctx.enqueue_function[calls_raising](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[owning](Owner(), grid_dim=1, block_dim=1)  # error: the argument 'owner' of 'owning' is a 'Owner', which cannot be passed to a device
    ctx.enqueue_function[good](here, grid_dim=1, block_dim=1)  # error: but a value of type 'HostBuffer[DType.float32]' is given
    ctx.enqueue_function[good](data)  # error: no 'enqueue_function' takes these arguments
    ctx.enqueue_function[good](data, grid_dim="a", block_dim=1)  # error: no 'enqueue_function' takes these arguments
    ctx.enqueue_function[good](data, grid_dim=1.5, block_dim=1)  # error: no 'enqueue_function' takes these arguments
    ctx.enqueue_function[data](data, grid_dim=1, block_dim=1)  # error: this value is known only at run time
    good(data)  # error: the argument 'data' must be 'Floats', not 'DeviceBuffer[DType.float32]'
    print(data[3])  # error: a value of type 'DeviceBuffer[DType.float32]' cannot be indexed
    _ = data.enqueue_fill("x")  # error: no 'enqueue_fill' takes these arguments
    var other = ctx.enqueue_create_buffer[DType.int32](64)
    ctx.enqueue_copy(other, data)  # error: no 'enqueue_copy' takes these arguments

    def reads_text() {imm text}:
        _ = text.byte_length()

    def reads_context() {imm ctx}:
        _ = ctx.id()

    def indexes() {imm data}:
        _ = data

    ctx.enqueue_function[reads_text](grid_dim=1, block_dim=1)  # error: 'reads_text' captures a 'String', which cannot be passed to a device
    ctx.enqueue_function[reads_context](grid_dim=1, block_dim=1)  # error: 'reads_context' captures a 'DeviceContext'
    ctx.enqueue_function[indexes](grid_dim=1, block_dim=1)  # error: 'indexes' captures a 'DeviceBuffer[DType.float32]'

    var number = 3

    @parameter
    def one() -> Int:
        return number

    @parameter
    def other_one() -> Int:
        return number + 1

    ctx.enqueue_function[two_functions[one, other_one]](grid_dim=1, block_dim=1)  # error: a kernel can have one function that captures variables, not 'one' and 'other_one'

    @parameter
    def fill[width: Int, rank: Int](at: IndexList[rank]):
        pass

    elementwise[fill, 1, target="gpu"](IndexList[1](8), 5)  # error: 'Int' is not 'DeviceContext'
    elementwise[fill, 1, target="tpu"](IndexList[1](8))  # error: the targets of 'elementwise' are cpu and gpu
    var compiled = ctx.compile_function[good]()
    ctx.enqueue_function(compiled, data, 5, grid_dim=1, block_dim=1)  # error: the kernel 'good' takes 1 arguments, but 2 are given
