"""Instructions that only AMD's GPUs have."""

from std.gpu._target import requires_amd
from std.gpu.id import lane_id
from std.memory import bitcast
from std.sys.intrinsics import llvm_intrinsic


@always_inline("nodebug")
def s_waitcnt[*, vmcnt: UInt32 = 63, expcnt: UInt32 = 7, lgkmcnt: UInt32 = 15]():
    """Waits until at most so many accesses are under way: of device memory, of exports, of shared memory.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import MI300X
    from max.gpu.sync import s_waitcnt

    def kernel():
        s_waitcnt[vmcnt=0, lgkmcnt=0]()

    print("s_waitcnt" in String(compile_info[kernel, target=MI300X.target()]().asm))  # True
    ```
    """
    requires_amd["s_waitcnt"]()
    comptime assert vmcnt <= 63 and expcnt <= 7 and lgkmcnt <= 15, "the counts have 6, 3 and 4 bits"
    comptime code = Int32((vmcnt & 15) | (expcnt << 4) | (lgkmcnt << 8) | ((vmcnt >> 4) << 14))
    __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.amdgcn.s.waitcnt", has_side_effects=True](code.value)


@always_inline("nodebug")
def permlane_swap[dtype: DType, //, stride: Int](val1: Scalar[dtype], val2: Scalar[dtype]) -> SIMD[dtype, 2]:
    """Exchanges every second group of `stride` (16 or 32) lanes of the first number with those of the second, on `gfx950`.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import MI355X
    from max.gpu.intrinsics import permlane_swap

    def kernel(numbers: UnsafePointer[Float32, MutAnyOrigin]):
        var both = permlane_swap[32](numbers[0], numbers[1])
        numbers[0] = both[0] + both[1]

    print("v_permlane32_swap" in String(compile_info[kernel, target=MI355X.target()]().asm))  # True
    ```
    """
    requires_amd["permlane_swap"]()
    comptime assert dtype.size_of() == 4, "lanes exchange numbers of 4 bytes"
    comptime assert stride == 16 or stride == 32, "groups have 16 or 32 lanes"
    comptime name = "llvm.amdgcn.permlane32.swap" if stride == 32 else "llvm.amdgcn.permlane16.swap"
    var swapped = llvm_intrinsic[name, _Pair](
        bitcast[DType.uint32, 1](val1), bitcast[DType.uint32, 1](val2), False, False
    )
    return bitcast[dtype, 2](SIMD[DType.uint32, 2](swapped.first, swapped.second))


@always_inline("nodebug")
def permlane_shuffle[
    dtype: DType, simd_width: SIMDLength, //, stride: Int
](val: SIMD[dtype, simd_width]) -> SIMD[dtype, simd_width]:
    """The numbers of the lane `stride` (16 or 32) lanes away, on `gfx950`.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import MI355X
    from max.gpu.intrinsics import permlane_shuffle

    def kernel(numbers: UnsafePointer[Float32, MutAnyOrigin]):
        numbers[0] = permlane_shuffle[16](numbers[0])

    print("v_permlane16_swap" in String(compile_info[kernel, target=MI355X.target()]().asm))  # True
    ```
    """
    var result = SIMD[dtype, simd_width]()
    var is_upper = (Int(lane_id()) // stride) % 2 == 1
    comptime for i in range(Int(simd_width)):
        var both = permlane_swap[stride](val[i], val[i])
        result[i] = both[0] if is_upper else both[1]
    return result


@fieldwise_init
struct _Pair(TrivialRegisterPassable):
    var first: UInt32
    var second: UInt32
