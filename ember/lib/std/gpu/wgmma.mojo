"""Matrix instructions of four warps together (Hopper): products of tiles in shared memory or registers, added in registers."""

from std.gpu._target import is_simulated, requires_hopper, requires_nvidia
from std.memory import bitcast
from std.sys.intrinsics import inlined_assembly, llvm_intrinsic


struct WGMMASwizzle(Equatable, TrivialRegisterPassable):
    """How the 16-byte pieces of rows are permuted in shared memory.

    Example:

    ```mojo
    from std.gpu.wgmma import WGMMASwizzle

    print(WGMMASwizzle.B64 == WGMMASwizzle.B32)  # False
    ```
    """

    var _value: Int

    comptime NONE = WGMMASwizzle(0)
    """Not at all."""
    comptime B128 = WGMMASwizzle(1)
    """Within 128 bytes."""
    comptime B64 = WGMMASwizzle(2)
    """Within 64 bytes."""
    comptime B32 = WGMMASwizzle(3)
    """Within 32 bytes."""

    @always_inline("nodebug")
    def __init__(out self, value: Int):
        """Wraps the hardware's number."""
        self._value = value

    @always_inline("nodebug")
    def __eq__(self, other: Self) -> Bool:
        """True for the same permutation."""
        return self._value == other._value


struct WGMMADescriptor[dtype: DType](TrivialRegisterPassable):
    """Where a tile lies in shared memory: pieces of 8 rows of 16 bytes, at distances that it says.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import H100
    from std.gpu.wgmma import WGMMADescriptor
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[UInt64, MutAnyOrigin]):
        var tile = stack_allocation[1024, BFloat16, alignment=128, address_space=AddressSpace.SHARED]()
        result[0] = WGMMADescriptor[DType.bfloat16].create[128, 64](tile).desc

    print(compile_info[kernel, target=H100.target()]().asm != "")  # True
    ```
    """

    var desc: UInt64
    """The hardware's word."""

    @always_inline("nodebug")
    def __init__(out self, desc: UInt64):
        """Wraps the hardware's word."""
        self.desc = desc

    @staticmethod
    @always_inline
    def create[
        stride_byte_offset: Int, leading_byte_offset: Int, swizzle_mode: WGMMASwizzle = WGMMASwizzle.NONE
    ](smem_ptr: UnsafePointer[Scalar[Self.dtype], _, address_space = AddressSpace.SHARED]) -> Self:
        """Describes a tile: `stride_byte_offset` from one group of 8 rows to the next, `leading_byte_offset` from one
        group of 16 bytes of a row to the next."""
        comptime rest = (
            ((UInt64(leading_byte_offset) & 0x3FFFF) >> 4 << 16)
            | ((UInt64(stride_byte_offset) & 0x3FFFF) >> 4 << 32)
            | (UInt64(swizzle_mode._value) << 62)
        )
        return Self(((UInt64(Int(smem_ptr)) & 0x3FFFF) >> 4) | rest)

    @always_inline
    def __add__(self, offset: Int) -> Self:
        """The tile `offset` bytes on."""
        return Self(self.desc + UInt64((offset & 0x3FFFF) >> 4))


@always_inline("nodebug")
def wgmma_fence_aligned():
    """Orders earlier uses of registers and shared memory before products.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import H100
    from std.gpu.wgmma import wgmma_fence_aligned

    def kernel():
        wgmma_fence_aligned()

    print("wgmma.fence" in String(compile_info[kernel, target=H100.target()]().asm))  # True
    ```
    """
    requires_nvidia["wgmma_fence_aligned"]()
    llvm_intrinsic["llvm.nvvm.wgmma.fence.sync.aligned", NoneType]()


@always_inline("nodebug")
def wgmma_commit_group_sync():
    """Makes a group of the products since the last group.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import H100
    from std.gpu.wgmma import wgmma_commit_group_sync

    def kernel():
        wgmma_commit_group_sync()

    print("wgmma.commit_group" in String(compile_info[kernel, target=H100.target()]().asm))  # True
    ```
    """
    requires_nvidia["wgmma_commit_group_sync"]()
    llvm_intrinsic["llvm.nvvm.wgmma.commit_group.sync.aligned", NoneType]()


@always_inline("nodebug")
def wgmma_wait_group_sync[group: Int = 0]():
    """Waits until at most `group` groups of products are under way.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import H100
    from std.gpu.wgmma import wgmma_wait_group_sync

    def kernel():
        wgmma_wait_group_sync[0]()

    print("wgmma.wait_group" in String(compile_info[kernel, target=H100.target()]().asm))  # True
    ```
    """
    requires_nvidia["wgmma_wait_group_sync"]()
    comptime count = Int64(group)
    __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.nvvm.wgmma.wait_group.sync.aligned", has_side_effects=True](
        count.value
    )


@always_inline
def wgmma_async[
    dtype: DType,
    width: SIMDLength, //,
    m: Int,
    n: Int,
    k: Int,
    *,
    layout_a: StringLiteral = "row",
    layout_b: StringLiteral = "col",
    scale_d: Int = 1,
](
    mat_a_desc: WGMMADescriptor[dtype], mat_b_desc: WGMMADescriptor[dtype], c_reg: SIMD[DType.float32, width]
) -> SIMD[DType.float32, width]:
    """Starts D = A B + D (without D if `scale_d` is 0): A is 64 by `k`, B `k` by `n`; a thread holds `n / 2` sums.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import H100
    from std.gpu.wgmma import WGMMADescriptor, wgmma_async
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[Float32, MutAnyOrigin]):
        var a = stack_allocation[1024, BFloat16, alignment=128, address_space=AddressSpace.SHARED]()
        var b = stack_allocation[128, BFloat16, alignment=128, address_space=AddressSpace.SHARED]()
        var sums = wgmma_async[64, 8, 16](
            WGMMADescriptor[DType.bfloat16].create[256, 128](a),
            WGMMADescriptor[DType.bfloat16].create[256, 128](b),
            SIMD[DType.float32, 4](0),
        )
        result[0] = sums[0]

    print("wgmma.mma_async" in String(compile_info[kernel, target=H100.target()]().asm))  # True
    ```
    """
    _check_tile[dtype, width, m, n, k]()
    comptime if is_simulated():
        from std.gpu._simulator.wgmma import multiply_tiles

        var sums = c_reg if scale_d != 0 else SIMD[DType.float32, width](0)
        multiply_tiles[dtype, n, k, layout_a == "col", layout_b == "row"](
            mat_a_desc.desc, mat_b_desc.desc, _first_of(sums)
        )
        return sums
    comptime turns = _turns[dtype.size_of() == 2, layout_a == "col", layout_b == "row"]()
    comptime count = n // 2
    comptime left = "$" + _number[2 * count]()
    comptime text = _instruction[dtype, n, k, left, 2 * count + 1, turns]()
    comptime constraints = _repeat["=f,", count]() + _list["", 0, count]() + ",l,l,r"
    return inlined_assembly[text, SIMD[DType.float32, width], constraints=constraints](
        c_reg, mat_a_desc.desc, mat_b_desc.desc, Int32(scale_d)
    )


@always_inline
def wgmma_async[
    dtype: DType,
    length: SIMDLength,
    width: SIMDLength, //,
    m: Int,
    n: Int,
    k: Int,
    *,
    layout_b: StringLiteral = "col",
    scale_d: Int = 1,
](
    mat_a_frag: SIMD[dtype, length], mat_b_desc: WGMMADescriptor[dtype], c_reg: SIMD[DType.float32, width]
) -> SIMD[DType.float32, width]:
    """Starts D = A B + D with A in registers: each warp holds 16 rows of A, and a lane 16 bytes of them.

    Lane `l` of a warp holds four pieces of 4 bytes: those of rows `l / 4` and `l / 4 + 8` that start at byte `l % 4 * 4`, and
    those that start 16 bytes further on. The registers must not change before the product is waited for.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import H100
    from std.gpu.wgmma import WGMMADescriptor, wgmma_async
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[Float32, MutAnyOrigin]):
        var b = stack_allocation[128, BFloat16, alignment=128, address_space=AddressSpace.SHARED]()
        var sums = wgmma_async[64, 8, 16](
            SIMD[DType.bfloat16, 8](1),
            WGMMADescriptor[DType.bfloat16].create[256, 128](b),
            SIMD[DType.float32, 4](0),
        )
        result[0] = sums[0]

    print("wgmma.mma_async" in String(compile_info[kernel, target=H100.target()]().asm))  # True
    ```
    """
    _check_tile[dtype, width, m, n, k]()
    comptime assert Int(length) * dtype.size_of() == 16, "a thread holds 16 bytes of A"
    comptime if is_simulated():
        from std.gpu._simulator.wgmma import multiply_fragments

        var sums = c_reg if scale_d != 0 else SIMD[DType.float32, width](0)
        multiply_fragments[dtype, n, k, layout_b == "row"](
            bitcast[DType.uint32, 4](mat_a_frag), mat_b_desc.desc, _first_of(sums)
        )
        return sums
    comptime turns = _turn[dtype.size_of() == 2, layout_b == "row"]()
    comptime count = n // 2
    comptime left = "{" + _list["$", 2 * count, 4]() + "}"
    comptime text = _instruction[dtype, n, k, left, 2 * count + 4, turns]()
    comptime constraints = _repeat["=f,", count]() + _list["", 0, count]() + ",r,r,r,r,l,r"
    return inlined_assembly[text, SIMD[DType.float32, width], constraints=constraints](
        c_reg, bitcast[DType.uint32, 4](mat_a_frag), mat_b_desc.desc, Int32(scale_d)
    )


def _check_tile[dtype: DType, width: SIMDLength, m: Int, n: Int, k: Int]():
    requires_hopper["wgmma_async"]()
    comptime assert m == 64, "A has 64 rows"
    comptime assert n > 0 and n <= 256 and n % 8 == 0, "B has 8, 16, 24, … or 256 columns"
    comptime assert Int(width) == n // 2, "a thread holds n / 2 sums"
    comptime assert k * dtype.size_of() == 32, "a row of A has 32 bytes: k is 16 for 16-bit elements, 8 for TF32, 32 for FP8"


@always_inline
def _first_of[width: SIMDLength](mut sums: SIMD[DType.float32, width]) -> UnsafePointer[Float32, MutAnyOrigin]:
    return UnsafePointer[SIMD[DType.float32, width], MutAnyOrigin](mlir_value=__address_of(sums)).bitcast[Float32]()


def _instruction[
    dtype: DType, n: Int, k: Int, left: StringLiteral, right: Int, turns: StringLiteral
]() -> StringLiteral:
    # D is operands 0 to n / 2, and again as many after them; A is `left`, B the operand `right`, `scale_d` the last one.
    comptime type = _type_name[dtype]()
    return (
        "{\n.reg .pred p;\nsetp.ne.b32 p, $"
        + _number[right + 1]()
        + ", 0;\nwgmma.mma_async.sync.aligned.m64n"
        + _number[n]()
        + "k"
        + _number[k]()
        + ".f32."
        + type
        + "."
        + type
        + " {"
        + _list["$", 0, n // 2]()
        + "}, "
        + left
        + ", $"
        + _number[right]()
        + ", p, 1, 1"
        + turns
        + ";\n}"
    )


def _type_name[dtype: DType]() -> StringLiteral:
    comptime if dtype == DType.bfloat16:
        return "bf16"
    elif dtype == DType.float16:
        return "f16"
    elif dtype == DType.float32:
        return "tf32"
    elif dtype == DType.float8_e4m3fn:
        return "e4m3"
    else:
        comptime assert dtype == DType.float8_e5m2, "there is no wgmma for this type"
        return "e5m2"


def _turns[can_turn: Bool, a: Bool, b: Bool]() -> StringLiteral:
    # Whether A and B lie transposed, which 16-bit elements may.
    comptime if not can_turn:
        comptime assert not a and not b, "only tiles of 16-bit elements can lie transposed"
        return ""
    elif a:
        return ", 1, 1" if b else ", 1, 0"
    else:
        return ", 0, 1" if b else ", 0, 0"


def _turn[can_turn: Bool, b: Bool]() -> StringLiteral:
    # Whether B lies transposed; A in registers does not.
    comptime if can_turn:
        return ", 1" if b else ", 0"
    else:
        comptime assert not b, "only tiles of 16-bit elements can lie transposed"
        return ""


# -- texts of instructions --------------------------------------------------------------------------------------


def _number[value: Int]() -> StringLiteral:
    comptime if value >= 10:
        return _number[value // 10]() + _number[value % 10]()
    elif value >= 5:
        return "9" if value == 9 else "8" if value == 8 else "7" if value == 7 else "6" if value == 6 else "5"
    else:
        return "4" if value == 4 else "3" if value == 3 else "2" if value == 2 else "1" if value == 1 else "0"


def _list[prefix: StringLiteral, first: Int, count: Int]() -> StringLiteral:
    # "$0,$1,$2"
    comptime if count == 1:
        return prefix + _number[first]()
    else:
        comptime half = count // 2
        return _list[prefix, first, half]() + "," + _list[prefix, first + half, count - half]()


def _repeat[text: StringLiteral, count: Int]() -> StringLiteral:
    comptime if count == 1:
        return text
    else:
        comptime half = count // 2
        return _repeat[text, half]() + _repeat[text, count - half]()
