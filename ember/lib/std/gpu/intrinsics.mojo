"""Single instructions: fences, special loads and stores, multiplications, permutations, registers."""

from std.gpu._target import is_simulated, requires_nvidia
from std.sys.info import is_amd_gpu, is_nvidia_gpu
from std.sys.intrinsics import llvm_intrinsic


struct Scope(Equatable, TrivialRegisterPassable):
    """Who sees memory in order."""

    var _value: Int

    comptime NONE = Scope(0)
    comptime THREAD = Scope(1)
    comptime WARP = Scope(2)
    comptime BLOCK = Scope(3)
    comptime CLUSTER = Scope(4)
    comptime GPU = Scope(5)
    comptime SYSTEM = Scope(6)

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps a number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same scope."""
        return self._value == other._value


@always_inline("nodebug")
def threadfence[scope: Scope = Scope.GPU]():
    """What this thread wrote before is visible to the others of the scope before what it writes after."""
    comptime if is_nvidia_gpu():
        comptime if scope == Scope.BLOCK:
            llvm_intrinsic["llvm.nvvm.membar.cta", NoneType]()
        elif scope == Scope.SYSTEM:
            llvm_intrinsic["llvm.nvvm.membar.sys", NoneType]()
        else:
            llvm_intrinsic["llvm.nvvm.membar.gl", NoneType]()
    else:
        comptime if scope == Scope.BLOCK:
            __mlir_op.`pop.fence`[ordering="seq_cst", scope="workgroup"]()
        elif scope == Scope.SYSTEM:
            __mlir_op.`pop.fence`[ordering="seq_cst", scope=""]()
        else:
            __mlir_op.`pop.fence`[ordering="seq_cst", scope="agent"]()


def _llvm_scope[scope: Scope]() -> StringLiteral:
    comptime if scope == Scope.BLOCK:
        return "block" if is_nvidia_gpu() and not is_simulated() else ""
    elif scope == Scope.GPU:
        return "device" if is_nvidia_gpu() and not is_simulated() else ""
    else:
        return ""


@always_inline("nodebug")
def ldg[
    dtype: DType, //, width: SIMDLength = 1, *, alignment: Int = 0
](x: UnsafePointer[Scalar[dtype], _, address_space=_]) -> SIMD[dtype, width]:
    """Reads memory that no thread writes while the kernel runs."""
    return x.load[width, alignment=alignment, invariant=True]()


@always_inline("nodebug")
def load_acquire[
    dtype: DType, //, *, scope: Scope = Scope.SYSTEM, memory: Bool = True
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_]) -> Scalar[dtype]:
    """Reads a number; what was written before it was stored is visible afterwards."""
    comptime if is_simulated():
        # Others run first: a loop that waits for a value must not go on forever.
        llvm_intrinsic["llvm.nvvm.nanosleep", NoneType](UInt32(0))
    return Scalar[dtype](
        mlir_value=__mlir_op.`pop.load`[_type = __mlir_type[`!pop.simd<`, 1, `, `, dtype, `>`], ordering="acquire"](
            ptr.address
        )
    )


@always_inline("nodebug")
def store_release[
    dtype: DType, //, *, scope: Scope = Scope.SYSTEM, memory: Bool = True
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_], value: Scalar[dtype]):
    """Writes a number; what was written before is visible to whoever reads it."""
    __mlir_op.`pop.store`[ordering="release"](value.value, ptr.address)


@always_inline("nodebug")
def load_volatile[
    dtype: DType, //, *, memory: Bool = True
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_]) -> Scalar[dtype]:
    """Reads memory, always."""
    comptime if is_simulated():
        llvm_intrinsic["llvm.nvvm.nanosleep", NoneType](UInt32(0))
    return ptr.load[volatile=True]()


@always_inline("nodebug")
def store_volatile[
    dtype: DType, //, *, memory: Bool = True
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_], value: Scalar[dtype]):
    """Writes memory, always."""
    ptr.store[volatile=True](value)


@always_inline("nodebug")
def mulhi(a: UInt32, b: UInt32) -> UInt32:
    """The upper half of a product."""
    return UInt32((UInt64(a) * UInt64(b)) >> 32)


@always_inline("nodebug")
def mulhi(a: Int32, b: Int32) -> Int32:
    """The upper half of a product."""
    return Int32((Int64(a) * Int64(b)) >> 32)


@always_inline("nodebug")
def mulhi(a: UInt16, b: UInt16) -> UInt32:
    """The whole product of two 16-bit numbers."""
    return UInt32(a) * UInt32(b)


@always_inline("nodebug")
def mulwide(a: UInt32, b: UInt32) -> UInt64:
    """The whole product."""
    return UInt64(a) * UInt64(b)


@always_inline("nodebug")
def mulwide(a: Int32, b: Int32) -> Int64:
    """The whole product."""
    return Int64(a) * Int64(b)


@always_inline("nodebug")
def byte_permute(a: UInt32, b: UInt32, c: UInt32) -> UInt32:
    """Four of the eight bytes of `a` (0-3) and `b` (4-7), chosen by the lowest four hexadecimal digits of `c`."""
    requires_nvidia["byte_permute"]()
    return llvm_intrinsic["llvm.nvvm.prmt", UInt32, has_side_effect=False](a, b, c)


@always_inline("nodebug")
def lop[lut: Int32](a: Int32, b: Int32, c: Int32) -> Int32:
    """Any logical operation of three numbers: bit `i` of `lut` is the result for the bits `i` of the three."""
    var result = Int32(0)
    comptime for i in range(8):
        comptime if (Int(lut) >> i) & 1 == 1:
            var term = a if i & 4 != 0 else ~a
            term &= b if i & 2 != 0 else ~b
            term &= c if i & 1 != 0 else ~c
            result |= term
    return result


@always_inline("nodebug")
def warpgroup_reg_alloc[count: Int]():
    """Asks for more registers per thread of the four warps of a group."""
    requires_nvidia["warpgroup_reg_alloc"]()
    comptime assert count % 8 == 0 and count >= 24 and count <= 256, "24 to 256 registers, a multiple of 8"
    comptime registers = UInt32(count)
    __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.nvvm.setmaxnreg.inc.sync.aligned.u32", has_side_effects=True](
        registers.value
    )


@always_inline("nodebug")
def warpgroup_reg_dealloc[count: Int]():
    """Gives registers of the four warps of a group back."""
    requires_nvidia["warpgroup_reg_dealloc"]()
    comptime assert count % 8 == 0 and count >= 24 and count <= 256, "24 to 256 registers, a multiple of 8"
    comptime registers = UInt32(count)
    __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.nvvm.setmaxnreg.dec.sync.aligned.u32", has_side_effects=True](
        registers.value
    )


@always_inline("nodebug")
def clock() -> UInt64:
    """A counter of the multiprocessor's cycles."""
    comptime if is_amd_gpu():
        return llvm_intrinsic["llvm.readcyclecounter", UInt64]()
    else:
        requires_nvidia["clock"]()
        return llvm_intrinsic["llvm.nvvm.read.ptx.sreg.clock64", UInt64]()


@always_inline("nodebug")
def global_perf_counter_ns() -> UInt64:
    """Nanoseconds since some moment, the same for all blocks."""
    requires_nvidia["global_perf_counter_ns"]()
    return llvm_intrinsic["llvm.nvvm.read.ptx.sreg.globaltimer", UInt64]()


@always_inline("nodebug")
def sleep_ns(time: UInt32):
    """Lets other warps run for about this many nanoseconds."""
    comptime if is_nvidia_gpu():
        llvm_intrinsic["llvm.nvvm.nanosleep", NoneType](time)
