"""Lanes of a warp take values from each other."""

from std.gpu.globals import WARP_SIZE
from std.gpu.id import _lane
from std.memory import bitcast
from std.sys.info import is_amd_gpu, is_nvidia_gpu
from std.sys.intrinsics import llvm_intrinsic

comptime _FULL_MASK = UInt32(0xFFFFFFFF)
comptime _CLAMP = UInt32(31)
"""The last lane that a shuffle reaches."""


@always_inline("nodebug")
def _shuffle_word[mode: StringLiteral](mask: UInt32, value: UInt32, lane: UInt32) -> UInt32:
    comptime if is_nvidia_gpu():
        comptime clamp = UInt32(0) if mode == "up" else _CLAMP
        return llvm_intrinsic["llvm.nvvm.shfl.sync." + mode + ".i32", UInt32](mask, value, lane, clamp)
    elif is_amd_gpu():
        return _permute[mode](value, lane)
    else:
        comptime assert False, "warps exist in kernels only; this is code for the host"
        return value


@always_inline("nodebug")
def _permute[mode: StringLiteral](value: UInt32, lane: UInt32) -> UInt32:
    # AMD GPUs take a value from any lane; one outside the warp is this lane itself.
    var here = _lane()
    var source = lane
    comptime if mode == "down":
        source = here + lane
    elif mode == "up":
        source = here - lane
    elif mode == "bfly":
        source = here ^ lane
    if source >= UInt32(WARP_SIZE):
        source = here
    return llvm_intrinsic["llvm.amdgcn.ds.bpermute", UInt32](source << 2, value)


@always_inline("nodebug")
def _shuffle[
    mode: StringLiteral, dtype: DType, width: SIMDLength
](mask: UInt32, value: SIMD[dtype, width], lane: UInt32) -> SIMD[dtype, width]:
    # Registers of 32 bits travel; everything else is made of them.
    comptime bits = 8 * dtype.size_of() * Int(width)
    comptime if dtype == DType.float32 and width == SIMDLength(1) and is_nvidia_gpu():
        comptime clamp = UInt32(0) if mode == "up" else _CLAMP
        return rebind[SIMD[dtype, width]](
            llvm_intrinsic["llvm.nvvm.shfl.sync." + mode + ".f32", Float32](
                mask, rebind[Float32](value), lane, clamp
            )
        )
    elif dtype == DType.bool:
        return _shuffle[mode](mask, value.cast[DType.uint8](), lane).cast[dtype]()
    elif bits == 8:
        return bitcast[dtype, width](UInt8(_shuffle_word[mode](mask, UInt32(bitcast[DType.uint8, 1](value)), lane)))
    elif bits == 16:
        return bitcast[dtype, width](UInt16(_shuffle_word[mode](mask, UInt32(bitcast[DType.uint16, 1](value)), lane)))
    else:
        comptime words = bits // 32
        var source = bitcast[DType.uint32, words](value)
        var result = SIMD[DType.uint32, words](0)
        comptime for i in range(words):
            result[i] = _shuffle_word[mode](mask, source[i], lane)
        return bitcast[dtype, width](result)


@always_inline("nodebug")
def shuffle_idx[
    dtype: DType, width: SIMDLength, //
](val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of lane `offset`.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.shuffle_idx(Int32(thread_idx.x), 9)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 9
    ```
    """
    return _shuffle["idx"](_FULL_MASK, val, offset)


@always_inline("nodebug")
def shuffle_idx[
    dtype: DType, width: SIMDLength, //
](mask: UInt, val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of lane `offset`, among the lanes of the mask."""
    return _shuffle["idx"](UInt32(mask), val, offset)


@always_inline("nodebug")
def shuffle_up[dtype: DType, width: SIMDLength, //](val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane `offset` below; lanes without one keep their own.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.shuffle_up(Int32(thread_idx.x), 1)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 4
    ```
    """
    return _shuffle["up"](_FULL_MASK, val, offset)


@always_inline("nodebug")
def shuffle_up[
    dtype: DType, width: SIMDLength, //
](mask: UInt, val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane `offset` below, among the lanes of the mask."""
    return _shuffle["up"](UInt32(mask), val, offset)


@always_inline("nodebug")
def shuffle_down[dtype: DType, width: SIMDLength, //](val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane `offset` above; lanes without one keep their own.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.shuffle_down(Int32(thread_idx.x), 1)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 6
    ```
    """
    return _shuffle["down"](_FULL_MASK, val, offset)


@always_inline("nodebug")
def shuffle_down[
    dtype: DType, width: SIMDLength, //
](mask: UInt, val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane `offset` above, among the lanes of the mask."""
    return _shuffle["down"](UInt32(mask), val, offset)


@always_inline("nodebug")
def shuffle_xor[dtype: DType, width: SIMDLength, //](val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane whose number differs by the bits of `offset`.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.shuffle_xor(Int32(thread_idx.x), 1)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 4
    ```
    """
    return _shuffle["bfly"](_FULL_MASK, val, offset)


@always_inline("nodebug")
def shuffle_xor[
    dtype: DType, width: SIMDLength, //
](mask: UInt, val: SIMD[dtype, width], offset: UInt32) -> SIMD[dtype, width]:
    """The value of the lane whose number differs by the bits of `offset`, among the lanes of the mask."""
    return _shuffle["bfly"](UInt32(mask), val, offset)


@always_inline("nodebug")
def broadcast[dtype: DType, width: SIMDLength, //](val: SIMD[dtype, width]) -> SIMD[dtype, width]:
    """The value of lane 0, in all lanes.

    Example:

    ```mojo
    from std.gpu import thread_idx, warp
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = warp.broadcast(Int32(thread_idx.x) + 7)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 7
    ```
    """
    return shuffle_idx(val, 0)
