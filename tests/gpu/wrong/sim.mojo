# What the simulated device cannot do, each an error at the line that asks for it.
from std.gpu.host import DeviceContext
from std.gpu.memory import async_copy
from std.memory import stack_allocation
from std.sys import llvm_intrinsic
from std.sys.intrinsics import inlined_assembly

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]


def assembly(data: Floats):
    data[0] = inlined_assembly["add.f32 $0, $1, $2;", Float32, constraints="=f,f,f"](data[0], data[1])  # error: the simulated device cannot execute a GPU's assembly


def unknown(data: Floats):
    data[0] = llvm_intrinsic["llvm.nvvm.nothing.f32", Float32](data[0])  # error: the simulated device has no 'llvm.nvvm.nothing.f32'


def sizes(data: Floats):
    var tile = stack_allocation[64, Float32, address_space = AddressSpace.SHARED]()
    async_copy[5](data.address_space_cast[AddressSpace.GLOBAL](), tile)  # error: an asynchronous copy moves 4, 8 or 16 bytes


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[assembly](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[unknown](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[sizes](data, grid_dim=1, block_dim=1)
    var total = 0
    var numbers = List[Int]()

    def counts() {mut total}:
        total += 1  # error: this value cannot be changed here

    def owns() {imm numbers}:
        _ = len(numbers)

    ctx.enqueue_function[counts](grid_dim=1, block_dim=1)
    ctx.enqueue_function[owns](grid_dim=1, block_dim=1)  # error: 'owns' captures a 'List[Int]', which cannot be passed
