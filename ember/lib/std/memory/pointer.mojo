"""UnsafePointer and Pointer: addresses of values. Both names are one type."""

from std.builtin.simd import _is_index
from std.memory.address_space import AddressSpace
from std.memory.memory import _free, _malloc
from std.memory._pointer_lanes import *

comptime Pointer = UnsafePointer
"""A pointer to a value that exists.

Example:

```mojo
var number = 7
var pointer = Pointer(to=number)
pointer[] += 1
print(number)  # 8
```
"""
comptime Reference = UnsafePointer
"""An older name of `Pointer`."""
comptime OpaquePointer[
    mut: Bool = True, //,
    origin: Origin[mut=mut] = MutAnyOrigin,
    *,
    address_space: AddressSpace = AddressSpace.GENERIC,
] = UnsafePointer[NoneType, origin, address_space=address_space]
"""A pointer to memory of unknown contents.

Example:

```mojo
var number = 7
var place: OpaquePointer[origin_of(number)] = Pointer(to=number).unsafe_bitcast[NoneType]()
print(place.unsafe_bitcast[Int]()[])  # 7
```
"""
comptime MutOpaquePointer[origin: MutOrigin] = UnsafePointer[NoneType, origin]
"""A pointer to memory of unknown contents, which may be changed."""
comptime ImmutOpaquePointer[origin: ImmOrigin] = UnsafePointer[NoneType, origin]
"""A pointer to memory of unknown contents, which may be read."""
comptime ImmOpaquePointer = ImmutOpaquePointer
"""Another name of `ImmutOpaquePointer`."""
comptime MutPointer[T: AnyType, origin: MutOrigin] = UnsafePointer[T, origin]
"""A pointer that may be written through.

Example:

```mojo
from std.memory import MutPointer

def clear[origin: MutOrigin](place: MutPointer[Int, origin]):
    place[] = 0

var number = 3
clear(Pointer(to=number))
print(number)  # 0
```
"""
comptime ImmPointer[T: AnyType, origin: ImmOrigin] = UnsafePointer[T, origin]
"""A pointer for reading.

Example:

```mojo
from std.memory import ImmPointer

def twice(place: ImmPointer[Int, _]) -> Int:
    return 2 * place[]

def show(number: Int):
    print(twice(Pointer(to=number)))

show(3)  # 6
```
"""
comptime OptionalPointer[T: AnyType, origin: Origin] = Optional[UnsafePointer[T, origin]]
"""A pointer, or None.

Example:

```mojo
from std.memory import OptionalPointer

def value[origin: Origin](place: OptionalPointer[Int, origin]) -> Int:
    return place.value()[] if place else -1

var number = 3
print(value(OptionalPointer[Int, origin_of(number)](Pointer(to=number))))  # 3
```
"""
comptime UnsafeMutPointer[T: AnyType, origin: MutOrigin] = UnsafePointer[T, origin]
"""A pointer through which values may be changed."""
comptime UnsafeImmutPointer[T: AnyType, origin: ImmOrigin] = UnsafePointer[T, origin]
"""A pointer through which values may be read."""
comptime LegacyUnsafePointer = UnsafePointer
"""An older name of `UnsafePointer`."""
comptime DTypePointer[dtype: DType] = UnsafePointer[Scalar[dtype], MutAnyOrigin]
"""A pointer to numbers of a format."""


trait _PointerValue(AnyType):
    """What only UnsafePointer is, for code that takes any type."""

    def as_immutable(self):
        ...


struct UnsafePointer[
    mut: Bool = True, //,
    T: AnyType,
    origin: Origin[mut=mut] = MutAnyOrigin,
    *,
    address_space: AddressSpace = AddressSpace.GENERIC,
](Boolable, Comparable, Hashable, Intable, Stringable, TrivialRegisterPassable, Writable, _PointerValue):
    """The address of a value of type `T`, or of the first of several.

    Example:

    ```mojo
    from std.memory import alloc

    var numbers = alloc[Float32](4)
    for i in range(4):
        numbers[i] = Float32(i)
    print(numbers.load[width=4](0))  # [0.0, 1.0, 2.0, 3.0]
    numbers.free()
    ```

    ```mojo
    from std.memory import alloc

    var words = alloc[String](2)
    words.init_pointee_move(String("a"))
    (words + 1).init_pointee_copy(String("b"))
    words.swap_pointees(words + 1)
    print(words[0], words.take_pointee())  # b b
    words.unsafe_write(String("c"))
    words.destroy_pointee()
    (words + 1).deinit_pointee()
    words.free()
    ```

    ```mojo
    from std.memory import alloc

    var words = alloc[String](2)
    words.init_pointee_explicit_copy(String("a"))
    words.offset(1).init_pointee_move_from(words)
    words.unsafe_offset(1).move_pointee_into(words)
    print(words.unsafe_take_pointee())  # a
    words.init_pointee_move(String("b"))
    words.write(String("c"))
    print(words.unsafe_take())  # c
    words.init_pointee_move(String("d"))
    words.unsafe_deinit_pointee()
    words.unsafe_write(copy=String("f"))
    (words + 1).unsafe_write_move_from(words)
    (words + 1).unsafe_deinit_pointee()

    def consume(var word: String):
        print("got", word)

    words.init_pointee_move(String("e"))
    words.destroy_pointee_with(consume)
    words.unsafe_write(String("f"))
    words.unsafe_deinit_pointee_with(consume)
    words.unsafe_free()
    # prints: got e
    # prints: got f
    ```

    ```mojo
    from std.memory import alloc

    var numbers = alloc[Int32](4)
    numbers.store(SIMD[DType.int32, 4](1, 2, 3, 4))
    print(numbers.unsafe_load[width=2](2), numbers.strided_load[2](2))  # [3, 4] [1, 3]
    numbers.unsafe_store(0, SIMD[DType.int32, 2](7, 8))
    numbers.unsafe_strided_store(SIMD[DType.int32, 2](7, 8), 1)
    print(numbers.unsafe_strided_load[2](1), numbers.unsafe_gather(SIMD[DType.int, 2](1, 0)))  # [7, 8] [8, 7]
    numbers.unsafe_scatter(SIMD[DType.int, 2](0, 1), SIMD[DType.int32, 2](7, 8))
    numbers.strided_store(SIMD[DType.int32, 2](5, 6), 3)
    print(numbers.gather(SIMD[DType.int, 2](3, 0)))  # [6, 5]
    numbers.scatter(SIMD[DType.int, 2](1, 2), SIMD[DType.int32, 2](0, 0))
    print(numbers.load[width=4](0))  # [5, 0, 0, 6]
    print(numbers.bitcast[UInt8]()[0], numbers.unsafe_bitcast[Int64]()[0])  # 5 5
    numbers.free()
    ```

    ```mojo
    var number = 7
    var pointer = UnsafePointer[Int].address_of(number)
    print(pointer.as_immutable()[], pointer.as_imm()[], pointer.get_immutable()[])  # 7 7 7
    print(pointer.as_unsafe_any_origin()[], pointer.unsafe_mut_cast[True]()[], pointer.unsafe_origin_cast[MutAnyOrigin]()[])  # 7 7 7
    print(pointer.unsafe_ptr()[], Bool(UnsafePointer[Int].get_null()))  # 7 False
    print(pointer.address_space_cast[AddressSpace.GENERIC]()[])  # 7
    print(pointer.unsafe_address_space_cast()[], pointer.unsafe_as_noalias()[], pointer.offset_from(pointer))  # 7 7 0
    print(Int(UnsafePointer[Int64].unsafe_dangling()))  # 8
    ```

    What code of 2025 wrote:

    ```mojo
    # edition: 2025
    fn main():
        var number = 7
        var pointer = UnsafePointer(to=number)
        print(pointer.as_any_origin()[], pointer.origin_cast[MutAnyOrigin]()[])  # 7 7
    ```
    """

    comptime type = Self.T
    """The type of the value; an older name of `T`."""
    comptime _Raw = __mlir_type[`!kgen.pointer<none, `, Self.address_space.value(), `>`]
    comptime device_type = Self
    """What a kernel gets: the same."""

    var address: __mlir_type[`!kgen.pointer<none, `, Self.address_space.value(), `>`]
    """The raw address."""

    # -- making ---------------------------------------------------------------------------------

    @always_inline("nodebug")
    def __init__(out self):
        """The null pointer."""
        self.address = __mlir_op.`pop.index_to_pointer`[_type = Self._Raw](__mlir_attr.`0 : index`)

    @always_inline("nodebug")
    def __init__(out self, *, mlir_value: Self._Raw):
        """Wraps a raw address."""
        self.address = mlir_value

    @always_inline("nodebug")
    def __init__(out self, *, ref[Self.origin, Self.address_space] to: Self.T):
        """The address of a place."""
        self.address = __address_of(to)

    @always_inline("nodebug")
    @implicit
    def __init__[other: Origin, //](
        out self, value: UnsafePointer[Self.T, other, address_space = Self.address_space]
    ):
        """The same address, seen with another origin."""
        self.address = value.address

    @always_inline("nodebug")
    def __init__(out self, *, unsafe_from_address: Int):
        """The address with this number."""
        self.address = __mlir_op.`pop.index_to_pointer`[_type = Self._Raw](unsafe_from_address._index())

    @always_inline("nodebug")
    def __init__[U: AnyType, //](out self, *, unsafe_from_nullable: UnsafePointer[U, _]):
        """The same address."""
        self.address = unsafe_from_nullable.address

    @staticmethod
    @always_inline("nodebug")
    def address_of(ref[_] value: Self.T) -> UnsafePointer[Self.T, origin_of(value)]:
        """The address of a place."""
        return UnsafePointer[Self.T, origin_of(value)](mlir_value=__address_of(value))

    @staticmethod
    @always_inline
    def alloc(count: Int, /) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Room for `count` elements on the heap."""
        return _malloc[Self.T](count)

    @staticmethod
    @always_inline
    def alloc(count: Int, /, *, alignment: Int) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Room for `count` elements on the heap, aligned."""
        return _malloc[Self.T](count, alignment)

    @staticmethod
    @always_inline
    def get_null() -> Self:
        """The null pointer."""
        return Self()

    @staticmethod
    @always_inline
    def unsafe_dangling() -> Self:
        """An address that is aligned but belongs to nothing, for memory that is not used yet."""
        return Self(unsafe_from_address=__align_of[Self.T]())

    # -- reading and writing ------------------------------------------------------------------------

    @always_inline("nodebug")
    def __getitem__(self) -> ref[Self.origin, Self.address_space] Self.T:
        """The value it points to."""
        return __get_address_as_lvalue[Self.T, Self.origin](self.address)

    @always_inline("nodebug")
    def __getitem__(self, offset: Int) -> ref[Self.origin, Self.address_space] Self.T:
        """The value `offset` elements on."""
        return __get_address_as_lvalue[Self.T, Self.origin](
            __mlir_op.`pop.offset`[element = Self.T](self.address, offset._index())
        )

    @always_inline("nodebug")
    def __getitem__(self, *, unsafe_offset: Int) -> ref[Self.origin, Self.address_space] Self.T:
        """The value `unsafe_offset` elements on."""
        return self[unsafe_offset]

    @always_inline("nodebug")
    def __getitem__[I: Indexer](self, *, unsafe_offset: I) -> ref[Self.origin, Self.address_space] Self.T where _is_index[I]():
        """The value `unsafe_offset` elements on."""
        return self[index(unsafe_offset)]

    @always_inline("nodebug")
    def load[
        dtype: DType, //,
        width: SIMDLength = 1,
        *,
        alignment: Int = 0,
        volatile: Bool = False,
        invariant: Bool = False,
        non_temporal: Bool = False,
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_]) -> SIMD[dtype, width]:
        """Reads `width` numbers."""
        comptime least = dtype.size_of() if alignment == 0 else alignment
        comptime if dtype == DType.bool and Int(width) > 1:  # in memory each has a byte, in a register a bit
            return rebind[SIMD[dtype, width]](
                self.bitcast[UInt8]()
                .load[
                    width, alignment=alignment, volatile=volatile, invariant=invariant, non_temporal=non_temporal
                ]()
                .ne(0)
            )
        else:
            return SIMD[dtype, width](
                mlir_value=__mlir_op.`pop.load`[
                    _type = __mlir_type[`!pop.simd<`, width, `, `, dtype, `>`],
                    alignment=least,
                    volatile=volatile,
                    invariant=invariant,
                    nontemporal=non_temporal,
                ](self.address)
            )

    @always_inline("nodebug")
    def load[
        dtype: DType, //,
        width: SIMDLength = 1,
        *,
        alignment: Int = 0,
        volatile: Bool = False,
        invariant: Bool = False,
        non_temporal: Bool = False,
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_], offset: Scalar) -> SIMD[dtype, width]:
        """Reads `width` numbers from `offset` on."""
        return (self + Int(offset)).load[
            width, alignment=alignment, volatile=volatile, invariant=invariant, non_temporal=non_temporal
        ]()

    @always_inline("nodebug")
    def store[
        dtype: DType, //,
        width: SIMDLength = 1,
        *,
        alignment: Int = 0,
        volatile: Bool = False,
        non_temporal: Bool = False,
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_], val: SIMD[dtype, width]):
        """Writes `width` numbers."""
        comptime least = dtype.size_of() if alignment == 0 else alignment
        comptime if dtype == DType.bool and Int(width) > 1:
            self.bitcast[UInt8]().store[width, alignment=alignment, volatile=volatile, non_temporal=non_temporal](
                val.cast[DType.uint8]()
            )
        else:
            __mlir_op.`pop.store`[alignment=least, volatile=volatile, nontemporal=non_temporal](
                val.value, self.address
            )

    @always_inline("nodebug")
    def store[
        dtype: DType, //,
        width: SIMDLength = 1,
        *,
        alignment: Int = 0,
        volatile: Bool = False,
        non_temporal: Bool = False,
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_], offset: Scalar, val: SIMD[dtype, width]):
        """Writes `width` numbers from `offset` on."""
        (self + Int(offset)).store[width, alignment=alignment, volatile=volatile, non_temporal=non_temporal](val)

    @always_inline("nodebug")
    def unsafe_load[
        dtype: DType, //,
        width: SIMDLength = 1,
        *,
        alignment: Int = 0,
        volatile: Bool = False,
        invariant: Bool = False,
        non_temporal: Bool = False,
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_]) -> SIMD[dtype, width]:
        """Reads `width` numbers."""
        return self.load[
            width, alignment=alignment, volatile=volatile, invariant=invariant, non_temporal=non_temporal
        ]()

    @always_inline("nodebug")
    def unsafe_load[
        dtype: DType, //,
        width: SIMDLength = 1,
        *,
        alignment: Int = 0,
        volatile: Bool = False,
        invariant: Bool = False,
        non_temporal: Bool = False,
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_], offset: Scalar) -> SIMD[dtype, width]:
        """Reads `width` numbers from `offset` on."""
        return (self + Int(offset)).load[
            width, alignment=alignment, volatile=volatile, invariant=invariant, non_temporal=non_temporal
        ]()

    @always_inline("nodebug")
    def unsafe_store[
        dtype: DType, //,
        width: SIMDLength = 1,
        *,
        alignment: Int = 0,
        volatile: Bool = False,
        non_temporal: Bool = False,
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_], val: SIMD[dtype, width]):
        """Writes `width` numbers."""
        self.store[width, alignment=alignment, volatile=volatile, non_temporal=non_temporal](val)

    @always_inline("nodebug")
    def unsafe_store[
        dtype: DType, //,
        width: SIMDLength = 1,
        *,
        alignment: Int = 0,
        volatile: Bool = False,
        non_temporal: Bool = False,
    ](self: UnsafePointer[Scalar[dtype], _, address_space=_], offset: Scalar, val: SIMD[dtype, width]):
        """Writes `width` numbers from `offset` on."""
        (self + Int(offset)).store[width, alignment=alignment, volatile=volatile, non_temporal=non_temporal](val)

    # -- life of the value pointed to ------------------------------------------------------------

    @always_inline("nodebug")
    def init_pointee_move(self, var value: Self.T):
        """Puts a value into uninitialised memory."""
        comptime assert conforms_to(Self.T, Movable), "only values of movable types are moved"
        __get_address_as_uninit_lvalue[Self.T](self.address) = value^

    @always_inline("nodebug")
    def init_pointee_copy(self, value: Self.T):
        """Puts a copy of a value into uninitialised memory."""
        comptime assert conforms_to(Self.T, Copyable), "only values of copyable types are copied"
        __get_address_as_uninit_lvalue[Self.T](self.address) = value.copy()

    @always_inline("nodebug")
    def init_pointee_explicit_copy(self, value: Self.T):
        """Puts a copy of a value into uninitialised memory."""
        comptime assert conforms_to(Self.T, Copyable), "only values of copyable types are copied"
        __get_address_as_uninit_lvalue[Self.T](self.address) = value.copy()

    @always_inline("nodebug")
    def init_pointee_move_from(self, src: UnsafePointer[Self.T, _]):
        """Moves the value at `src` into uninitialised memory."""
        __get_address_as_uninit_lvalue[Self.T](self.address) = __get_address_as_owned_value[Self.T](src.address)

    @always_inline("nodebug")
    def move_pointee_into(self, dst: UnsafePointer[Self.T, _]):
        """Moves the value into uninitialised memory at `dst`."""
        __get_address_as_uninit_lvalue[Self.T](dst.address) = __get_address_as_owned_value[Self.T](self.address)

    @always_inline("nodebug")
    def take_pointee(self) -> Self.T:
        """Moves the value out; the memory becomes uninitialised."""
        return __get_address_as_owned_value[Self.T](self.address)

    @always_inline("nodebug")
    def destroy_pointee(self):
        """Drops the value; the memory becomes uninitialised."""
        comptime assert conforms_to(Self.T, Deinitable), "only values of deinitable types are dropped"
        _ = __get_address_as_owned_value[Self.T](self.address)

    @always_inline("nodebug")
    def deinit_pointee(self):
        """Drops the value; the memory becomes uninitialised."""
        comptime assert conforms_to(Self.T, Deinitable), "only values of deinitable types are dropped"
        _ = __get_address_as_owned_value[Self.T](self.address)

    @always_inline("nodebug")
    def destroy_pointee_with(self, destroy_func: def(var Self.T) thin -> None):
        """Hands the value to a function; the memory becomes uninitialised."""
        destroy_func(__get_address_as_owned_value[Self.T](self.address))

    @always_inline("nodebug")
    def unsafe_deinit_pointee_with(self, deinit_func: def(var Self.T) thin -> None, /):
        """Hands the value to a function; the memory becomes uninitialised."""
        deinit_func(__get_address_as_owned_value[Self.T](self.address))

    @always_inline("nodebug")
    def unsafe_deinit_pointee(self):
        """Drops the value; the memory becomes uninitialised."""
        comptime assert conforms_to(Self.T, Deinitable), "only values of deinitable types are dropped"
        _ = __get_address_as_owned_value[Self.T](self.address)

    @always_inline("nodebug")
    def unsafe_take_pointee(self) -> Self.T:
        """Moves the value out; the memory becomes uninitialised."""
        return __get_address_as_owned_value[Self.T](self.address)

    @always_inline("nodebug")
    def unsafe_write(self, var value: Self.T):
        """Puts a value into uninitialised memory."""
        comptime assert conforms_to(Self.T, Movable), "only values of movable types are moved"
        __get_address_as_uninit_lvalue[Self.T](self.address) = value^

    @always_inline("nodebug")
    def unsafe_write[F: def() -> Self.T, //](self, *, init_with: F):
        """Puts what a function gives into uninitialised memory."""
        __get_address_as_uninit_lvalue[Self.T](self.address) = init_with()

    @always_inline
    def unsafe_write(self, *, copy: Self.T):
        """Puts a copy of a value into uninitialised memory."""
        comptime assert conforms_to(Self.T, Copyable), "only values of copyable types are copied"
        __get_address_as_uninit_lvalue[Self.T](self.address) = copy.copy()

    @always_inline("nodebug")
    def unsafe_write_move_from(self, src: UnsafePointer[Self.T, _]):
        """Moves the value at `src` into uninitialised memory."""
        self.init_pointee_move_from(src)

    @always_inline("nodebug")
    def unsafe_take(self) -> Self.T:
        """Moves the value out; the memory becomes uninitialised."""
        return __get_address_as_owned_value[Self.T](self.address)

    @always_inline
    def free(self):
        """Gives memory from `alloc` back."""
        _free(self.address)

    @always_inline
    def unsafe_free(self):
        """Gives memory from `alloc` back."""
        _free(self.address)

    @always_inline("nodebug")
    def unsafe_ptr(self) -> Self:
        """The pointer itself."""
        return self

    @always_inline
    def swap_pointees(self, other: UnsafePointer[Self.T, _]):
        """Exchanges the two values."""
        var value = self.take_pointee()
        self.init_pointee_move_from(other)
        other.init_pointee_move(value^)

    # -- arithmetic -------------------------------------------------------------------------------

    @always_inline("nodebug")
    def __add__(self, offset: Int) -> Self:
        """`offset` elements on."""
        return Self(mlir_value=__mlir_op.`pop.offset`[element = Self.T](self.address, offset._index()))

    @always_inline("nodebug")
    def __sub__(self, offset: Int) -> Self:
        """`offset` elements back."""
        return self + (-offset)

    @always_inline("nodebug")
    def __sub__(self, other: Self) -> Int:
        """The distance in elements."""
        return (Int(self) - Int(other)) // __size_of[Self.T]()

    @always_inline("nodebug")
    def offset_from(self, other: UnsafePointer[Self.T, _, address_space = Self.address_space]) -> Int:
        """The distance from `other` in elements."""
        return (Int(self) - Int(other)) // __size_of[Self.T]()

    @always_inline("nodebug")
    def __iadd__(mut self, offset: Int):
        """Goes `offset` elements on."""
        self = self + offset

    @always_inline("nodebug")
    def __isub__(mut self, offset: Int):
        """Goes `offset` elements back."""
        self = self - offset

    @always_inline("nodebug")
    def offset(self, idx: Int) -> Self:
        """`idx` elements on."""
        return self + idx

    @always_inline("nodebug")
    def unsafe_offset[I: Indexer](self, offset: I, /) -> Self:
        """`offset` elements on."""
        return self + index(offset)

    @always_inline("nodebug")
    def __int__(self) -> Int:
        """The address as a number."""
        return Int(
            mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.`!pop.scalar<index>`](
                __mlir_op.`pop.pointer_to_index`[_type = __mlir_type.index](self.address)
            )
        )

    @always_inline("nodebug")
    def __bool__(self) -> Bool:
        """False for the null pointer."""
        return Int(self) != 0

    @always_inline("nodebug")
    def __eq__(self, rhs: Self) -> Bool:
        """True for the same address."""
        return Int(self) == Int(rhs)

    @always_inline("nodebug")
    def __ne__(self, rhs: Self) -> Bool:
        """True for different addresses."""
        return Int(self) != Int(rhs)

    @always_inline("nodebug")
    def __lt__(self, rhs: Self) -> Bool:
        """True for a lower address."""
        return Int(self) < Int(rhs)

    @always_inline("nodebug")
    def __is__(self, rhs: Self) -> Bool:
        """True for the same address."""
        return Int(self) == Int(rhs)

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds the address."""
        hasher._update_word(UInt64(Int(self)))

    # -- seen as something else ---------------------------------------------------------------------

    @always_inline("nodebug")
    def bitcast[U: AnyType](self) -> UnsafePointer[U, Self.origin, address_space = Self.address_space]:
        """The same address, of another type."""
        return UnsafePointer[U, Self.origin, address_space = Self.address_space](mlir_value=self.address)

    @always_inline("nodebug")
    def bitcast[dtype: DType](self) -> UnsafePointer[Scalar[dtype], Self.origin, address_space = Self.address_space]:
        """The same address, of numbers of a format."""
        return UnsafePointer[Scalar[dtype], Self.origin, address_space = Self.address_space](mlir_value=self.address)

    @always_inline("nodebug")
    def unsafe_bitcast[U: AnyType](self) -> UnsafePointer[U, Self.origin, address_space = Self.address_space]:
        """The same address, of another type."""
        return self.bitcast[U]()

    @always_inline("nodebug")
    def unsafe_origin_cast[target_origin: Origin](
        self,
    ) -> UnsafePointer[Self.T, target_origin, address_space = Self.address_space]:
        """The same address, with another origin."""
        return UnsafePointer[Self.T, target_origin, address_space = Self.address_space](mlir_value=self.address)

    @__only_2025("write 'unsafe_origin_cast': nobody checks who owns what it points to")
    @always_inline("nodebug")
    def origin_cast[target_origin: Origin](self) -> UnsafePointer[Self.T, target_origin, address_space = Self.address_space]:
        """The same address, with another origin."""
        return UnsafePointer[Self.T, target_origin, address_space = Self.address_space](mlir_value=self.address)

    @always_inline("nodebug")
    def unsafe_mut_cast[target_mut: Bool](
        self,
    ) -> UnsafePointer[Self.T, MutAnyOrigin, address_space = Self.address_space]:
        """The same address, free to change."""
        return UnsafePointer[Self.T, MutAnyOrigin, address_space = Self.address_space](mlir_value=self.address)

    @__only_2025("write 'as_unsafe_any_origin': nobody checks who owns what it points to")
    @always_inline("nodebug")
    def as_any_origin(self) -> UnsafePointer[Self.T, MutAnyOrigin, address_space = Self.address_space]:
        """The same address, of no tracked origin."""
        return UnsafePointer[Self.T, MutAnyOrigin, address_space = Self.address_space](mlir_value=self.address)

    @always_inline("nodebug")
    def as_unsafe_any_origin(self) -> UnsafePointer[Self.T, MutAnyOrigin, address_space = Self.address_space]:
        """The same address, of no tracked origin."""
        return UnsafePointer[Self.T, MutAnyOrigin, address_space = Self.address_space](mlir_value=self.address)

    @always_inline("nodebug")
    def as_immutable(self) -> UnsafePointer[Self.T, __immutable_origin[Self.origin](), address_space = Self.address_space]:
        """The same address, for reading."""
        return UnsafePointer[Self.T, __immutable_origin[Self.origin](), address_space = Self.address_space](mlir_value=self.address)

    @always_inline("nodebug")
    def as_imm(self) -> UnsafePointer[Self.T, __immutable_origin[Self.origin](), address_space = Self.address_space]:
        """The same address, for reading."""
        return self.as_immutable()

    @always_inline("nodebug")
    def write(self, var value: Self.T):
        """Replaces the value."""
        comptime assert conforms_to(Self.T, Movable), "only values of movable types are moved"
        self[] = value^

    @always_inline("nodebug")
    def get_immutable(self) -> UnsafePointer[Self.T, __immutable_origin[Self.origin](), address_space = Self.address_space]:
        """The same address, for reading."""
        return self.as_immutable()

    @always_inline("nodebug")
    def address_space_cast[
        target_address_space: AddressSpace = AddressSpace.GENERIC
    ](self) -> UnsafePointer[Self.T, Self.origin, address_space=target_address_space]:
        """The same place in another address space."""
        return UnsafePointer[Self.T, Self.origin, address_space=target_address_space](
            mlir_value=__mlir_op.`pop.pointer.cast`[_type = __mlir_type[`!kgen.pointer<none, `, target_address_space.value(), `>`]](
                self.address
            )
        )

    @always_inline("nodebug")
    def unsafe_address_space_cast[
        target_address_space: AddressSpace = AddressSpace.GENERIC
    ](self) -> UnsafePointer[Self.T, Self.origin, address_space=target_address_space]:
        """The same place in another address space."""
        return self.address_space_cast[target_address_space]()

    @always_inline("nodebug")
    def unsafe_as_noalias(self) -> Self:
        """The pointer itself, which the caller says is the only way to what it points to."""
        return self

    def write_to(self, mut writer: Some[Writer]):
        """Writes the address as `0x…`."""
        from std.format._integer import _integer_text

        writer.write_string(_integer_text(Int(self), 16, "0x").as_string_slice())

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the address as `0x…`."""
        self.write_to(writer)

    def __str__(self) -> String:
        """The address as `0x…`."""
        var text = String()
        self.write_to(text)
        return text^
