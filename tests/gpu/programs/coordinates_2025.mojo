# The talk's own thread index, in the spelling of 2025, beside the library's; coordinates are UInt there.
from gpu import block_dim, block_idx, global_idx, grid_dim, lane_id, thread_idx, warp_id, WARP_SIZE
from gpu.host import DeviceContext
from sys import has_accelerator, is_amd_gpu, is_apple_gpu, is_nvidia_gpu, llvm_intrinsic
from sys.info import CompilationTarget


@register_passable("trivial")
struct _ThreadIdx(Defaultable):
    """ThreadIdx provides static methods for getting the x/y/z coordinates of
    a thread within a block."""

    @always_inline("nodebug")
    fn __init__(out self):
        return

    @always_inline("nodebug")
    @staticmethod
    fn _get_intrinsic_name[dim: StringLiteral]() -> StaticString:
        @parameter
        if is_nvidia_gpu():
            return "llvm.nvvm.read.ptx.sreg.tid." + dim
        elif is_amd_gpu():
            return "llvm.amdgcn.workitem.id." + dim
        elif is_apple_gpu():
            return "llvm.air.thread_position_in_threadgroup." + dim
        else:
            return CompilationTarget.unsupported_target_error[
                StaticString,
                operation="thread_idx field access",
            ]()

    @always_inline("nodebug")
    fn __getattr__[dim: StringLiteral](self) -> UInt:
        """Gets the `x`, `y`, or `z` coordinates of a thread within a block."""
        alias intrinsic_name = Self._get_intrinsic_name[dim]()
        return UInt(
            llvm_intrinsic[intrinsic_name, UInt32, has_side_effect=False]()
        )


alias mine = _ThreadIdx()


fn kernel(out_ptr: UnsafePointer[Int64], size: Int):
    var i = mine.x + block_dim.x * mine.y
    var linear: UInt = global_idx.x
    if linear < UInt(size) and mine.x == thread_idx.x:
        out_ptr[i] = Int64(mine.x) + 10 * Int64(mine.y) + 100 * Int64(lane_id()) + 10000 * Int64(warp_id())
    if i < size:
        out_ptr[i] += 1000000 * Int64(grid_dim.x)


def main():
    constrained[has_accelerator(), "This example requires a supported GPU"]()
    var ctx = DeviceContext()
    var buffer = ctx.enqueue_create_buffer[DType.int64](64)
    _ = buffer.enqueue_fill(0)
    ctx.enqueue_function[kernel](buffer, 64, grid_dim=1, block_dim=(8, 8))
    with buffer.map_to_host() as host:
        print(host[0], host[9], host[63], WARP_SIZE)
