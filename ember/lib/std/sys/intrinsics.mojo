"""Doors to LLVM: intrinsics, inline assembly, and what is made of them."""

from std.builtin.simd import _SIMDValue


@always_inline("nodebug")
def llvm_intrinsic[
    Name: AnyType, //, intrin: Name, result_type: AnyType, *Ts: AnyType, has_side_effect: Bool = True
](*args: *Ts) -> result_type:
    """Calls an LLVM intrinsic; one that exists for all number types may be named without the suffix of its type.

    The name is a literal or a StaticString known at compile time.

    Example:

    ```mojo
    from std.sys.intrinsics import llvm_intrinsic

    print(llvm_intrinsic["llvm.ctpop", Int](7))  # 3
    ```
    """
    comptime if __same_type[Name, StringLiteral]() and conforms_to(result_type, _SIMDValue) and _needs_suffix(intrin):
        comptime full = intrin + _suffix[result_type.dtype, result_type.length]()
        return __mlir_op.`pop.call_llvm_intrinsic`[name=full, has_side_effects=has_side_effect, _type=result_type](
            *args
        )
    else:
        return __mlir_op.`pop.call_llvm_intrinsic`[name=intrin, has_side_effects=has_side_effect, _type=result_type](
            *args
        )


def _needs_suffix(name: StaticString) -> Bool:
    # Whether the name is that of a family of intrinsics whose members end in a type.
    if not name.startswith("llvm.") or name.count(".") != 1:
        return name == "llvm.uadd.sat" or name == "llvm.sadd.sat" or name == "llvm.usub.sat" or name == "llvm.ssub.sat"
    var families = StaticString(_FAMILIES)
    var family = name._part(5, name.byte_length())
    var place = families.find(family)
    while place >= 0:
        if families._byte(place - 1) == 32 and families._byte(place + family.byte_length()) == 32:
            return True
        place = families.find(family, place + 1)
    return False


comptime _FAMILIES = (
    " abs bitreverse bswap ceil copysign cos ctlz ctpop cttz exp exp2 fabs floor fma fmuladd fshl fshr log log10 log2"
    " maximum maxnum minimum minnum nearbyint pow powi rint round roundeven sin smax smin sqrt trunc umax umin "
)


@always_inline("nodebug")
def inlined_assembly[
    asm: StringLiteral, result_type: AnyType, *Ts: AnyType, constraints: StringLiteral, has_side_effect: Bool = True
](*args: *Ts) -> result_type:
    """Puts machine code in place.

    Example:

    ```mojo
    from std.sys.intrinsics import inlined_assembly

    inlined_assembly["nop", NoneType, constraints=""]()
    ```
    """
    return __mlir_op.`pop.inline_asm`[
        assembly=asm, constraints=constraints, has_side_effects=has_side_effect, _type=result_type
    ](*args)


@always_inline("nodebug")
def _vector_intrinsic[
    dtype: DType, length: SIMDLength, //, name: StringLiteral
](value: SIMD[dtype, length]) -> SIMD[dtype, length]:
    # An intrinsic that works lane by lane; its name gets the suffix of the type.
    comptime if _is_tiny_float[dtype]():
        return _narrowed[dtype](_vector_intrinsic[name](value.cast[DType.float32]()))
    comptime full = name + _suffix[dtype, length]()
    return SIMD[dtype, length](
        mlir_value=__mlir_op.`pop.call_llvm_intrinsic`[
            name=full, has_side_effects=False, _type = __mlir_type[`!pop.simd<`, length, `, `, dtype, `>`]
        ](value.value)
    )


@always_inline("nodebug")
def _vector_intrinsic[
    dtype: DType, length: SIMDLength, //, name: StringLiteral
](a: SIMD[dtype, length], b: SIMD[dtype, length]) -> SIMD[dtype, length]:
    comptime if _is_tiny_float[dtype]():
        return _narrowed[dtype](_vector_intrinsic[name](a.cast[DType.float32](), b.cast[DType.float32]()))
    comptime full = name + _suffix[dtype, length]()
    return SIMD[dtype, length](
        mlir_value=__mlir_op.`pop.call_llvm_intrinsic`[
            name=full, has_side_effects=False, _type = __mlir_type[`!pop.simd<`, length, `, `, dtype, `>`]
        ](a.value, b.value)
    )


@always_inline("nodebug")
def _vector_intrinsic[
    dtype: DType, length: SIMDLength, //, name: StringLiteral
](a: SIMD[dtype, length], b: SIMD[dtype, length], c: SIMD[dtype, length]) -> SIMD[dtype, length]:
    comptime full = name + _suffix[dtype, length]()
    return SIMD[dtype, length](
        mlir_value=__mlir_op.`pop.call_llvm_intrinsic`[
            name=full, has_side_effects=False, _type = __mlir_type[`!pop.simd<`, length, `, `, dtype, `>`]
        ](a.value, b.value, c.value)
    )


@always_inline("nodebug")
def _is_tiny_float[dtype: DType]() -> Bool:
    # Whether it is a float format that LLVM does not know.
    return dtype.is_floating_point() and dtype.bit_width() <= 8


@always_inline("nodebug")
def _narrowed[dtype: DType, length: SIMDLength](value: SIMD[DType.float32, length]) -> SIMD[dtype, length]:
    # As `cast`, but infinity stays infinity in the formats that have one: its bits follow those of the largest number.
    var result = value.cast[dtype]()
    comptime if dtype == DType.float8_e5m2 or dtype == DType.float8_e3m4:
        var infinite = (value.to_bits() & 0x7FFF_FFFF).eq(0x7F80_0000)
        return SIMD[dtype, length](from_bits=result.to_bits() + infinite.cast[DType.uint8]())
    else:
        return result


@always_inline("nodebug")
def _suffix[dtype: DType, length: SIMDLength]() -> StringLiteral:
    # `.f32`, `.v4i16`, …
    comptime if length == SIMDLength(1):
        return "." + _element_suffix[dtype]()
    elif length == SIMDLength(2):
        return ".v2" + _element_suffix[dtype]()
    elif length == SIMDLength(4):
        return ".v4" + _element_suffix[dtype]()
    elif length == SIMDLength(8):
        return ".v8" + _element_suffix[dtype]()
    elif length == SIMDLength(16):
        return ".v16" + _element_suffix[dtype]()
    elif length == SIMDLength(32):
        return ".v32" + _element_suffix[dtype]()
    elif length == SIMDLength(64):
        return ".v64" + _element_suffix[dtype]()
    elif length == SIMDLength(128):
        return ".v128" + _element_suffix[dtype]()
    else:
        return ".v256" + _element_suffix[dtype]()


@always_inline("nodebug")
def _element_suffix[dtype: DType]() -> StringLiteral:
    comptime if dtype == DType.float64:
        return "f64"
    elif dtype == DType.float32:
        return "f32"
    elif dtype == DType.float16:
        return "f16"
    elif dtype == DType.bfloat16:
        return "bf16"
    elif dtype == DType.bool:
        return "i1"
    else:
        comptime bits = dtype.bit_width()
        comptime if bits == 8:
            return "i8"
        elif bits == 16:
            return "i16"
        elif bits == 32:
            return "i32"
        elif bits == 64:
            return "i64"
        elif bits == 128:
            return "i128"
        else:
            return "i256"


@always_inline
def likely(val: Bool) -> Bool:
    """The value; it is mostly True.

    Example:

    ```mojo
    from std.sys.intrinsics import likely

    if likely(2 > 1):
        print("yes")  # yes
    ```
    """
    return val


@always_inline
def unlikely(val: Bool) -> Bool:
    """The value; it is mostly False.

    Example:

    ```mojo
    from std.sys.intrinsics import unlikely

    if not unlikely(1 > 2):
        print("no")  # no
    ```
    """
    return val


@always_inline
def expect[T: AnyType, //, expected_val: T](val: T) -> T:
    """The value; it is mostly `expected_val`.

    Example:

    ```mojo
    from std.sys.intrinsics import expect

    print(expect[7](7))  # 7
    ```
    """
    return val


@always_inline
def assume(val: Bool):
    """Tells the optimiser that a condition holds.

    Example:

    ```mojo
    from std.sys.intrinsics import assume

    var count = 3
    assume(count > 0)
    print(count)  # 3
    ```
    """
    pass


struct PrefetchLocality(TrivialRegisterPassable):
    """How soon prefetched data is used again.

    Example:

    ```mojo
    from std.sys.intrinsics import PrefetchLocality

    print(PrefetchLocality.HIGH.value)  # 3
    ```
    """

    var value: Int32
    """The number that LLVM knows it by."""

    comptime NONE = PrefetchLocality(0)
    """Not used again."""
    comptime LOW = PrefetchLocality(1)
    """Used again after a while."""
    comptime MEDIUM = PrefetchLocality(2)
    """Used again."""
    comptime HIGH = PrefetchLocality(3)
    """Used again soon."""

    @always_inline
    def __init__(out self, value: Int):
        """Wraps a number."""
        self.value = Int32(value)


struct PrefetchRW(TrivialRegisterPassable):
    """Whether prefetched data is read or written.

    Example:

    ```mojo
    from std.sys.intrinsics import PrefetchRW

    print(PrefetchRW.WRITE.value)  # 1
    ```
    """

    var value: Int32
    """The number that LLVM knows it by."""

    comptime READ = PrefetchRW(0)
    """Read."""
    comptime WRITE = PrefetchRW(1)
    """Written."""

    @always_inline
    def __init__(out self, value: Int):
        """Wraps a number."""
        self.value = Int32(value)


struct PrefetchCache(TrivialRegisterPassable):
    """Which cache is meant.

    Example:

    ```mojo
    from std.sys.intrinsics import PrefetchCache

    print(PrefetchCache.DATA.value)  # 1
    ```
    """

    var value: Int32
    """The number that LLVM knows it by."""

    comptime INSTRUCTION = PrefetchCache(0)
    """The cache of instructions."""
    comptime DATA = PrefetchCache(1)
    """The cache of data."""

    @always_inline
    def __init__(out self, value: Int):
        """Wraps a number."""
        self.value = Int32(value)


struct PrefetchOptions(TrivialRegisterPassable):
    """How to prefetch.

    Example:

    ```mojo
    from std.sys.intrinsics import PrefetchOptions

    print(PrefetchOptions().for_write().rw.value)  # 1
    ```

    ```mojo
    from std.sys.intrinsics import PrefetchOptions

    print(PrefetchOptions().for_read().no_locality().locality.value)  # 0
    print(PrefetchOptions().low_locality().medium_locality().high_locality().locality.value)  # 3
    print(PrefetchOptions().to_instruction_cache().to_data_cache().cache.value)  # 1
    ```
    """

    var rw: PrefetchRW
    """Whether the data is read or written."""
    var locality: PrefetchLocality
    """How soon it is used again."""
    var cache: PrefetchCache
    """Which cache is meant."""

    @always_inline
    def __init__(out self):
        """To read, used again soon, data."""
        self.rw = PrefetchRW.READ
        self.locality = PrefetchLocality.HIGH
        self.cache = PrefetchCache.DATA

    @always_inline
    def for_read(self) -> Self:
        """The same, to read."""
        var result = self
        result.rw = PrefetchRW.READ
        return result

    @always_inline
    def for_write(self) -> Self:
        """The same, to write."""
        var result = self
        result.rw = PrefetchRW.WRITE
        return result

    @always_inline
    def no_locality(self) -> Self:
        """The same, used once."""
        var result = self
        result.locality = PrefetchLocality.NONE
        return result

    @always_inline
    def low_locality(self) -> Self:
        """The same, used again late."""
        var result = self
        result.locality = PrefetchLocality.LOW
        return result

    @always_inline
    def medium_locality(self) -> Self:
        """The same, used again after a while."""
        var result = self
        result.locality = PrefetchLocality.MEDIUM
        return result

    @always_inline
    def high_locality(self) -> Self:
        """The same, used again soon."""
        var result = self
        result.locality = PrefetchLocality.HIGH
        return result

    @always_inline
    def to_data_cache(self) -> Self:
        """The same, into the data cache."""
        var result = self
        result.cache = PrefetchCache.DATA
        return result

    @always_inline
    def to_instruction_cache(self) -> Self:
        """The same, into the instruction cache."""
        var result = self
        result.cache = PrefetchCache.INSTRUCTION
        return result


@always_inline
def prefetch[params: PrefetchOptions = PrefetchOptions(), T: AnyType = Byte](address: UnsafePointer[T, _]):
    """Asks the processor to bring memory closer.

    Example:

    ```mojo
    from std.sys.intrinsics import prefetch

    var numbers: List[Int] = [1, 2, 3]
    prefetch(numbers.unsafe_ptr())
    ```
    """
    __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.prefetch.p0", has_side_effects=True](
        address.address, params.rw.value.value, params.locality.value.value, params.cache.value.value
    )


@always_inline
def masked_load[
    dtype: DType, //, size: SIMDLength, alignment: Int = 1
](
    addr: UnsafePointer[Scalar[dtype], _],
    mask: SIMD[DType.bool, size],
    passthrough: SIMD[dtype, size],
) -> SIMD[dtype, size]:
    """Reads the lanes whose mask is true; the others come from `passthrough`.

    Example:

    ```mojo
    from std.sys.intrinsics import masked_load

    var numbers: List[Int32] = [1, 2, 3, 4]
    var mask = SIMD[DType.bool, 4](True, False, True, False)
    print(masked_load[4](numbers.unsafe_ptr(), mask, SIMD[DType.int32, 4](0)))  # [1, 0, 3, 0]
    ```
    """
    var result = passthrough
    comptime for i in range(Int(size)):
        if mask[i]:
            result[i] = addr[i]
    return result


@always_inline
def masked_store[
    dtype: DType, //, size: SIMDLength, alignment: Int = 1
](
    value: SIMD[dtype, size],
    addr: UnsafePointer[Scalar[dtype], _],
    mask: SIMD[DType.bool, size],
):
    """Writes the lanes whose mask is true.

    Example:

    ```mojo
    from std.sys.intrinsics import masked_store

    var numbers: List[Int32] = [0, 0]
    masked_store(SIMD[DType.int32, 2](7, 8), numbers.unsafe_ptr(), SIMD[DType.bool, 2](False, True))
    print(numbers)  # [0, 8]
    ```
    """
    comptime for i in range(Int(size)):
        if mask[i]:
            addr[i] = value[i]


@always_inline
def compressed_store[
    dtype: DType, size: SIMDLength, //
](value: SIMD[dtype, size], addr: UnsafePointer[Scalar[dtype], _], mask: SIMD[DType.bool, size]):
    """Writes the lanes whose mask is true, one after the other.

    Example:

    ```mojo
    from std.sys.intrinsics import compressed_store

    var numbers: List[Int32] = [0, 0]
    compressed_store(SIMD[DType.int32, 2](7, 8), numbers.unsafe_ptr(), SIMD[DType.bool, 2](False, True))
    print(numbers)  # [8, 0]
    ```
    """
    var place = 0
    comptime for i in range(Int(size)):
        if mask[i]:
            addr[place] = value[i]
            place += 1


@always_inline
def strided_load[
    dtype: DType, //, simd_width: SIMDLength, *, invariant: Bool = False
](
    addr: UnsafePointer[Scalar[dtype], _],
    stride: Int,
    mask: SIMD[DType.bool, simd_width] = SIMD[DType.bool, simd_width](fill=True),
) -> SIMD[dtype, simd_width]:
    """Reads numbers that are `stride` apart.

    Example:

    ```mojo
    from std.sys.intrinsics import strided_load

    var numbers: List[Int32] = [1, 2, 3, 4]
    print(strided_load[2](numbers.unsafe_ptr(), 2))  # [1, 3]
    ```
    """
    var result = SIMD[dtype, simd_width]()
    comptime for i in range(Int(simd_width)):
        if mask[i]:
            result[i] = addr[i * stride]
    return result


@always_inline
def strided_store[
    dtype: DType, simd_width: SIMDLength, //
](
    value: SIMD[dtype, simd_width],
    addr: UnsafePointer[Scalar[dtype], _],
    stride: Int,
    mask: SIMD[DType.bool, simd_width] = SIMD[DType.bool, simd_width](fill=True),
):
    """Writes numbers `stride` apart.

    Example:

    ```mojo
    from std.sys.intrinsics import strided_store

    var numbers: List[Int32] = [0, 0, 0, 0]
    strided_store(SIMD[DType.int32, 2](7, 8), numbers.unsafe_ptr(), 2)
    print(numbers)  # [7, 0, 8, 0]
    ```
    """
    comptime for i in range(Int(simd_width)):
        if mask[i]:
            addr[i * stride] = value[i]


@always_inline
def gather[
    dtype: DType, size: SIMDLength, //, *, invariant: Bool = False, alignment: Int = 0
](base: SIMD[DType.int, size], mask: SIMD[DType.bool, size], passthrough: SIMD[dtype, size]) -> SIMD[dtype, size]:
    """Reads numbers at the addresses whose mask is true.

    Example:

    ```mojo
    from std.sys.intrinsics import gather

    var numbers: List[Int32] = [1, 2, 3]
    var first = Int(numbers.unsafe_ptr())
    var addresses = SIMD[DType.int, 2](first + 8, first)
    print(gather(addresses, SIMD[DType.bool, 2](True), SIMD[DType.int32, 2](0)))  # [3, 1]
    _ = numbers^  # the addresses are valid up to here
    ```
    """
    var result = passthrough
    comptime for i in range(Int(size)):
        if mask[i]:
            result[i] = UnsafePointer[Scalar[dtype], MutAnyOrigin](unsafe_from_address=base[i])[]
    return result


@always_inline
def scatter[
    dtype: DType, size: SIMDLength, //, alignment: Int = 0
](value: SIMD[dtype, size], base: SIMD[DType.int, size], mask: SIMD[DType.bool, size]):
    """Writes numbers at the addresses whose mask is true.

    Example:

    ```mojo
    from std.sys.intrinsics import scatter

    var numbers: List[Int32] = [0, 0, 0]
    var first = Int(numbers.unsafe_ptr())
    var addresses = SIMD[DType.int, 2](first + 8, first)
    scatter(SIMD[DType.int32, 2](7, 8), addresses, SIMD[DType.bool, 2](True))
    print(numbers)  # [8, 0, 7]
    ```
    """
    comptime for i in range(Int(size)):
        if mask[i]:
            UnsafePointer[Scalar[dtype], MutAnyOrigin](unsafe_from_address=base[i])[] = value[i]


comptime _RegisterPackType = Tuple


@always_inline("nodebug")
def _type_is_eq[a: AnyType, b: AnyType]() -> Bool:
    # Whether two types are the same.
    return __same_type[a, b]()


comptime _type_is_eq_parse_time = _type_is_eq


@always_inline("nodebug")
def is_compile_time() -> Bool:
    """Whether the compiler itself runs the code.

    Example:

    ```mojo
    from std.sys.intrinsics import is_compile_time

    def where() -> Int:
        return 1 if is_compile_time() else 2

    comptime early = where()
    print(early, where())  # 1 2
    ```
    """
    return __is_compile_time()
