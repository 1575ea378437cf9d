"""Single instructions: fences, special loads and stores, multiplications, permutations, registers."""

from std.gpu._target import is_simulated, requires_nvidia
from std.sys.info import is_amd_gpu, is_nvidia_gpu
from std.sys.intrinsics import llvm_intrinsic


struct Scope(Equatable, TrivialRegisterPassable):
    """Who sees memory in order.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import Scope, threadfence
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        threadfence[Scope.BLOCK]()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """

    var _value: Int

    comptime NONE = Scope(0)
    """Nobody."""
    comptime THREAD = Scope(1)
    """This thread."""
    comptime WARP = Scope(2)
    """The warp."""
    comptime BLOCK = Scope(3)
    """The block."""
    comptime CLUSTER = Scope(4)
    """The cluster."""
    comptime GPU = Scope(5)
    """The device."""
    comptime SYSTEM = Scope(6)
    """The device and the host."""

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
    """What this thread wrote before is visible to the others of the scope before what it writes after.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import threadfence
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        threadfence()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
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
    """Reads memory that no thread writes while the kernel runs.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import ldg
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = 7
        result[thread_idx.x] = ldg(result + thread_idx.x) + 1

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 8
    ```
    """
    return x.load[width, alignment=alignment, invariant=True]()


@always_inline("nodebug")
def load_acquire[
    dtype: DType, //, *, scope: Scope = Scope.SYSTEM, memory: Bool = True
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_]) -> Scalar[dtype]:
    """Reads a number; what was written before it was stored is visible afterwards.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import load_acquire
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = 7
        result[thread_idx.x] = load_acquire(result + thread_idx.x) + 1

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 8
    ```
    """
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
    """Writes a number; what was written before is visible to whoever reads it.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import store_release
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        store_release(result + thread_idx.x, 7)
        result[thread_idx.x] = result[thread_idx.x] + 1

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 8
    ```
    """
    __mlir_op.`pop.store`[ordering="release"](value.value, ptr.address)


@always_inline("nodebug")
def load_volatile[
    dtype: DType, //, *, memory: Bool = True
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_]) -> Scalar[dtype]:
    """Reads memory, always.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import load_volatile
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = 7
        result[thread_idx.x] = load_volatile(result + thread_idx.x) + 1

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 8
    ```
    """
    comptime if is_simulated():
        llvm_intrinsic["llvm.nvvm.nanosleep", NoneType](UInt32(0))
    return ptr.load[volatile=True]()


@always_inline("nodebug")
def store_volatile[
    dtype: DType, //, *, memory: Bool = True
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_], value: Scalar[dtype]):
    """Writes memory, always.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import store_volatile
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        store_volatile(result + thread_idx.x, 7)
        result[thread_idx.x] = result[thread_idx.x] + 1

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 8
    ```
    """
    ptr.store[volatile=True](value)


@always_inline("nodebug")
def mulhi(a: UInt32, b: UInt32) -> UInt32:
    """The upper half of a product.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import mulhi
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = mulhi(UInt32(1 << 31), UInt32(4))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 2
    ```
    """
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
    """The whole product.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import mulwide
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt64, MutAnyOrigin]):
        result[thread_idx.x] = mulwide(UInt32(1 << 31), UInt32(4))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint64](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 8589934592
    ```
    """
    return UInt64(a) * UInt64(b)


@always_inline("nodebug")
def mulwide(a: Int32, b: Int32) -> Int64:
    """The whole product."""
    return Int64(a) * Int64(b)


@always_inline("nodebug")
def byte_permute(a: UInt32, b: UInt32, c: UInt32) -> UInt32:
    """Four of the eight bytes of `a` (0-3) and `b` (4-7), chosen by the lowest four hexadecimal digits of `c`.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import byte_permute
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt32, MutAnyOrigin]):
        result[thread_idx.x] = byte_permute(0x03020100, 0x07060504, 0x0004)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 4
    ```
    """
    requires_nvidia["byte_permute"]()
    return llvm_intrinsic["llvm.nvvm.prmt", UInt32, has_side_effect=False](a, b, c)


@always_inline("nodebug")
def lop[lut: Int32](a: Int32, b: Int32, c: Int32) -> Int32:
    """Any logical operation of three numbers: bit `i` of `lut` is the result for the bits `i` of the three.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import lop
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        result[thread_idx.x] = lop[0x80](Int32(7), Int32(6), Int32(4))

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 4
    ```
    """
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
    """Asks for more registers per thread of the four warps of a group.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import warpgroup_reg_alloc
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        warpgroup_reg_alloc[64]()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["warpgroup_reg_alloc"]()
    comptime assert count % 8 == 0 and count >= 24 and count <= 256, "24 to 256 registers, a multiple of 8"
    comptime registers = UInt32(count)
    __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.nvvm.setmaxnreg.inc.sync.aligned.u32", has_side_effects=True](
        registers.value
    )


@always_inline("nodebug")
def warpgroup_reg_dealloc[count: Int]():
    """Gives registers of the four warps of a group back.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import warpgroup_reg_dealloc
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        warpgroup_reg_dealloc[64]()
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    requires_nvidia["warpgroup_reg_dealloc"]()
    comptime assert count % 8 == 0 and count >= 24 and count <= 256, "24 to 256 registers, a multiple of 8"
    comptime registers = UInt32(count)
    __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.nvvm.setmaxnreg.dec.sync.aligned.u32", has_side_effects=True](
        registers.value
    )


@always_inline("nodebug")
def clock() -> UInt64:
    """A counter of the multiprocessor's cycles.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import clock
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt64, MutAnyOrigin]):
        result[thread_idx.x] = UInt64(clock() <= clock())

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint64](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 1
    ```
    """
    comptime if is_amd_gpu():
        return llvm_intrinsic["llvm.readcyclecounter", UInt64]()
    else:
        requires_nvidia["clock"]()
        return llvm_intrinsic["llvm.nvvm.read.ptx.sreg.clock64", UInt64]()


@always_inline("nodebug")
def global_perf_counter_ns() -> UInt64:
    """Nanoseconds since some moment, the same for all blocks.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import global_perf_counter_ns
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[UInt64, MutAnyOrigin]):
        result[thread_idx.x] = UInt64(global_perf_counter_ns() > 0)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.uint64](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 1
    ```
    """
    requires_nvidia["global_perf_counter_ns"]()
    return llvm_intrinsic["llvm.nvvm.read.ptx.sreg.globaltimer", UInt64]()


@always_inline("nodebug")
def sleep_ns(time: UInt32):
    """Lets other warps run for about this many nanoseconds.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.intrinsics import sleep_ns
    from std.gpu.host import DeviceContext

    def kernel(result: UnsafePointer[Int32, MutAnyOrigin]):
        sleep_ns(100)
        result[thread_idx.x] = Int32(thread_idx.x)

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.int32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 5
    ```
    """
    comptime if is_nvidia_gpu():
        llvm_intrinsic["llvm.nvvm.nanosleep", NoneType](time)
