# Instructions that sm_75 does not have, each an error at the line that needs it.
from std.gpu import warp
from std.gpu.host import DeviceContext
from std.gpu.memory import async_copy
from std.gpu.mma import WGMMADescriptor, mma, wgmma_async
from std.gpu.sync import mbarrier_init
from std.memory import stack_allocation
from std.sys import llvm_intrinsic

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime Shared = AddressSpace.SHARED


def copies(data: Floats):
    var tile = stack_allocation[64, Float32, address_space=Shared]()
    async_copy[4](data.address_space_cast[AddressSpace.GLOBAL](), tile)  # error: needs sm_80 or later


def barriers(data: Floats):
    var arrived = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    mbarrier_init(arrived, 1)  # error: 'llvm.nvvm.mbarrier.init.shared' needs sm_80 or later, but this code is for sm_75


def products(data: Floats):
    var sums = SIMD[DType.float32, 4](0)
    mma(sums, SIMD[DType.bfloat16, 8](0), SIMD[DType.bfloat16, 4](0), sums)  # error: needs sm_80 or later
    data[0] = sums[0]


def groups(data: Floats):
    var tile = stack_allocation[1024, BFloat16, alignment=128, address_space=Shared]()
    var place = WGMMADescriptor[DType.bfloat16].create[256, 128](tile)
    data[0] = wgmma_async[64, 8, 16](place, place, SIMD[DType.float32, 4](0))[0]  # error: an instruction of sm_90a alone


def sums(data: Floats):
    data[0] = Float32(warp.reduce_add(UInt32(3)))  # error: 'llvm.nvvm.redux.sync.add' needs sm_80 or later


def foreign(data: Floats):
    data[0] = Float32(llvm_intrinsic["llvm.amdgcn.workitem.id.x", Int32]())  # error: needs an AMD GPU


def types(data: Floats):
    var sums = SIMD[DType.float64, 4](0)
    mma(sums, SIMD[DType.int16, 4](0), SIMD[DType.int16, 2](0), sums)  # error: there is no matrix instruction for this type
    data[0] = sums[0].cast[DType.float32]()


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[copies](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[barriers](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[products](data, grid_dim=1, block_dim=32)
    ctx.enqueue_function[groups](data, grid_dim=1, block_dim=128)
    ctx.enqueue_function[sums](data, grid_dim=1, block_dim=32)
    ctx.enqueue_function[foreign](data, grid_dim=1, block_dim=32)
    ctx.enqueue_function[types](data, grid_dim=1, block_dim=32)
