from std.gpu import barrier, block_idx, global_idx, grid_dim, lane_id, named_barrier, syncwarp, thread_idx, warp
from std.gpu.host import DeviceContext
from std.gpu.memory import async_copy, async_copy_commit_group, async_copy_wait_all
from std.gpu.sync import barrier_any
from std.gpu.intrinsics import threadfence
from std.memory import stack_allocation
from std.os.atomic import Atomic

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]
comptime Ints = UnsafePointer[Int32, MutAnyOrigin]
comptime Shared = AddressSpace.SHARED
comptime Counter = Atomic[DType.int32]


@always_inline
def tid() -> Int:
    return Int(thread_idx.x)


@always_inline
def gid() -> Int:
    return Int(global_idx.x)


