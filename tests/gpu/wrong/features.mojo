# devices: sim sm_75 sm_80 sm_90a gfx942
# What only some devices have, each an error at its line where it is missing.
from std.gpu import thread_idx, warp
from std.gpu.cluster import cluster_sync
from std.gpu.host import DeviceContext
from std.gpu.host.tensor_map import TMADescriptor
from std.gpu.memory import async_copy, cp_async_bulk_tensor_shared_cluster_global
from std.gpu.mma import WGMMADescriptor, ld_matrix, mma, st_matrix, wgmma_async
from std.memory import stack_allocation
from std.utils.index import IndexList

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime Shared = AddressSpace.SHARED


def bfloat16_product(data: Floats):
    var sums = SIMD[DType.float32, 4](0)
    mma(sums, SIMD[DType.bfloat16, 8](1), SIMD[DType.bfloat16, 4](1), sums)  # error[sm_75 gfx942]: sm_75: needs sm_80 or later; gfx942: the fragments of A and B are of the same size on AMD GPUs
    data[0] = sums[0]


def float8_product(data: Floats):
    var sums = SIMD[DType.float32, 4](0)
    mma(sums, SIMD[DType.float8_e4m3fn, 16](1), SIMD[DType.float8_e4m3fn, 8](1), sums)  # error[sm_75 sm_80 gfx942]: sm_75 sm_80: needs sm_89 or later; gfx942: the fragments of A and B
    data[0] = sums[0]


def amd_product(data: Floats):
    var sums = SIMD[DType.float32, 16](0)
    mma(sums, SIMD[DType.float16, 4](1), SIMD[DType.float16, 4](1), sums)  # error[sim sm_75 sm_80 sm_90a]: there is no matrix instruction
    data[0] = sums[0]


def no_such_product(data: Floats):
    var sums = SIMD[DType.int32, 4](0)
    mma(sums, SIMD[DType.int64, 4](1), SIMD[DType.int64, 4](1), sums)  # error: there is no matrix instruction|AMD GPUs have no matrix instruction
    data[0] = Float32(sums[0])


def group_product(data: Floats):
    var tile = stack_allocation[1024, BFloat16, alignment=128, address_space=Shared]()
    var place = WGMMADescriptor[DType.bfloat16].create[256, 128](tile)
    var sums = SIMD[DType.float32, 4](0)
    data[0] = wgmma_async[64, 8, 16](SIMD[DType.bfloat16, 8](1), place, sums)[0]  # error[sm_75 sm_80 gfx942]: sm_75 sm_80: an instruction of sm_90a alone; gfx942: an instruction of NVIDIA GPUs


def wrong_fragment(data: Floats):
    var tile = stack_allocation[1024, BFloat16, alignment=128, address_space=Shared]()
    var place = WGMMADescriptor[DType.bfloat16].create[256, 128](tile)
    data[0] = wgmma_async[64, 8, 16](SIMD[DType.bfloat16, 4](1), place, SIMD[DType.float32, 4](0))[0]  # error: a thread holds 16 bytes of A|of sm_90a alone|of NVIDIA GPUs


def tensor_copy(data: Floats, tensor: TMADescriptor):
    var tile = stack_allocation[1024, Float32, alignment=128, address_space=Shared]()
    var arrived = stack_allocation[1, UInt64, alignment=8, address_space=Shared]()
    cp_async_bulk_tensor_shared_cluster_global(tile, UnsafePointer(to=tensor), arrived, IndexList[2](0, 0))  # error[sm_75 sm_80 gfx942]: sm_75 sm_80: needs sm_90 or later; gfx942: an instruction of NVIDIA GPUs


def clusters(data: Floats):
    cluster_sync()  # error[sm_75 sm_80 gfx942]: sm_75 sm_80: needs sm_90 or later; gfx942: NVIDIA GPUs


def sums(data: Floats):
    data[0] = Float32(warp.reduce_add(UInt32(3)))  # error[sm_75 gfx942]: sm_75: needs sm_80 or later; gfx942: an instruction of NVIDIA GPUs


def stored_matrix(data: Floats):
    var tile = stack_allocation[64, BFloat16, alignment=16, address_space=Shared]()
    st_matrix(tile + thread_idx.x % 8 * 8, SIMD[DType.bfloat16, 2](3))  # error[sm_75 sm_80 gfx942]: sm_75 sm_80: needs sm_90 or later; gfx942: an instruction of NVIDIA GPUs


def loaded_matrix(data: Floats):
    var tile = stack_allocation[64, Float32, alignment=16, address_space=Shared]()
    data[0] = ld_matrix[4, transpose=True](tile)[0]  # error: only elements of 16 bits can be transposed|an instruction of NVIDIA GPUs


def empty_array(data: Floats):
    var tile = stack_allocation[-4, Float32, address_space=Shared]()  # error: an array cannot have fewer than no elements
    data[0] = tile[0]


def printing(data: Floats):
    print("hello", thread_idx.x)  # error[gfx942]: gfx942: kernels for AMD GPUs cannot print


def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](64)
    ctx.enqueue_function[bfloat16_product](data, grid_dim=1, block_dim=32)
    ctx.enqueue_function[float8_product](data, grid_dim=1, block_dim=32)
    ctx.enqueue_function[amd_product](data, grid_dim=1, block_dim=32)
    ctx.enqueue_function[no_such_product](data, grid_dim=1, block_dim=32)
    ctx.enqueue_function[group_product](data, grid_dim=1, block_dim=128)
    ctx.enqueue_function[wrong_fragment](data, grid_dim=1, block_dim=128)
    ctx.enqueue_function[tensor_copy](data, TMADescriptor(), grid_dim=1, block_dim=1)
    ctx.enqueue_function[clusters](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[sums](data, grid_dim=1, block_dim=32)
    ctx.enqueue_function[stored_matrix](data, grid_dim=1, block_dim=32)
    ctx.enqueue_function[loaded_matrix](data, grid_dim=1, block_dim=32)
    ctx.enqueue_function[empty_array](data, grid_dim=1, block_dim=1)
    ctx.enqueue_function[printing](data, grid_dim=1, block_dim=1)
