"""What `*args` arrives as: VariadicList for one type, VariadicPack for a type each; those of `var *args` own them."""

from std.builtin.debug_assert import _index_failed
from std.builtin.globals import global_constant
from std.collections.dict import Dict

comptime _RawPointer = __mlir_type.`!kgen.pointer<none>`


struct VariadicList[T: AnyType](ImplicitlyCopyable, Iterable, Sized):
    """The arguments of `*args: T`: an array of their addresses.

    Example:

    ```mojo
    def total(*numbers: Int) -> Int:
        var result = 0
        for number in numbers:
            result += number
        return result

    print(total(1, 2, 3))  # 6
    ```
    """

    comptime Element = Self.T
    """The type of the arguments."""

    var storage: __mlir_type.`!kgen.pointer<none>`
    """The addresses."""
    var count: __mlir_type.index
    """How many there are."""

    @always_inline
    def __len__(self) -> Int:
        """How many arguments there are."""
        return Int(mlir_value=__mlir_op.`pop.cast`[_type = __mlir_type.`!pop.scalar<index>`](self.count))

    @always_inline
    def _element_address(self, i: Int) -> __mlir_type.`!kgen.pointer<none>`:
        # Where argument `i` is.
        return __mlir_op.`pop.load`[_type=_RawPointer](
            __mlir_op.`pop.offset`[element=_RawPointer](self.storage, i._index())
        )

    @always_inline
    def __getitem__(self, i: Int) -> ref[origin_of(self)] Self.T:
        """Argument `i`."""
        return __get_address_as_lvalue[Self.T, origin_of(self)](self._element_address(i))

    @always_inline
    def __iter__(ref self) -> _VariadicListIter[Self.T, origin_of(self)]:
        """Walks the arguments."""
        return _VariadicListIter[Self.T, origin_of(self)](self.storage, 0, self.__len__())


@fieldwise_init
struct _VariadicListIter[T: AnyType, origin: Origin](ImplicitlyCopyable, CheckedIterator):
    """Walks a VariadicList."""

    comptime Element = Self.T

    var storage: __mlir_type.`!kgen.pointer<none>`
    var index: Int
    var count: Int

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        return self.index < self.count

    @always_inline
    def __next__(mut self) -> ref[Self.origin] Self.T:
        var slot = __mlir_op.`pop.offset`[element=_RawPointer](self.storage, self.index._index())
        self.index += 1
        return __get_address_as_lvalue[Self.T, Self.origin](__mlir_op.`pop.load`[_type=_RawPointer](slot))


comptime VariadicListMem = VariadicList
"""An older name of `VariadicList`.

Example:

```mojo
def count(*words: String) -> Int:
    return len(words)

print(count("a", "b"))  # 2
```
"""


struct OwnedVariadicList[T: AnyType](Iterable, Sized):
    """The arguments of `var *args: T`: they end with it, unless they are taken.

    Example:

    ```mojo
    def longest(var *words: String) -> String:
        var result = String()
        for word in words:
            if word.byte_length() > result.byte_length():
                result = word
        return result

    print(longest("a", "three", "to"))  # three
    ```
    """

    comptime Element = Self.T
    """The type of the arguments."""

    var list: VariadicList[Self.T]
    """Where they are."""

    def __deinit__(deinit self):
        """Ends the arguments, the last first."""
        comptime if conforms_to(Self.T, Deinitable):
            for i in range(self.list.__len__(), 0, -1):
                _ = __get_address_as_owned_value[Self.T](self.list._element_address(i - 1))

    @always_inline
    def __len__(self) -> Int:
        """How many arguments there are."""
        return self.list.__len__()

    @always_inline
    def __getitem__(ref self, i: Int) -> ref[self] Self.T:
        """Argument `i`."""
        return __get_address_as_lvalue[Self.T, origin_of(self)](self.list._element_address(i))

    @always_inline
    def __iter__(ref self) -> _VariadicListIter[Self.T, origin_of(self)]:
        """Walks the arguments."""
        return _VariadicListIter[Self.T, origin_of(self)](self.list.storage, 0, self.list.__len__())

    @always_inline
    def _taken(deinit self) -> VariadicList[Self.T]:
        # The arguments, which are the caller's to end from now on.
        return self.list


struct OwnedVariadicPack[*element_types: AnyType](Sized):
    """The arguments of `var *args: *Ts`: they end with it, unless they are taken.

    Example:

    ```mojo
    def show[*Ts: Writable & Deinitable](var *values: *Ts):
        comptime for i in range(values.__len__()):
            print(values[i], end=" ")

    show(1, String("two"))
    # prints: 1 two
    ```
    """

    var pack: VariadicPack[*Self.element_types]
    """Where they are."""

    def __deinit__(deinit self):
        """Ends the arguments, the last first."""
        comptime for i in range(Self.element_types.__len__()):
            comptime last = Self.element_types.__len__() - 1 - i
            comptime if conforms_to(Self.element_types[last], Deinitable):
                _ = __get_address_as_owned_value[Self.element_types[last]](self.pack._element_address(last))

    @staticmethod
    @always_inline
    def __len__() -> Int:
        """How many arguments there are."""
        return Self.element_types.__len__()

    @always_inline
    def __getitem__[i: Int](ref self) -> ref[self] Self.element_types[i]:
        """Argument `i`, known at compile time."""
        return __get_address_as_lvalue[Self.element_types[i], origin_of(self)](self.pack._element_address(i))

    @always_inline
    def _taken(deinit self) -> VariadicPack[*Self.element_types]:
        # The arguments, which are the caller's to end from now on.
        return self.pack


struct VariadicPack[*element_types: AnyType](ImplicitlyCopyable, Sized):
    """The arguments of `*args: *Ts`: an array of their addresses.

    Example:

    ```mojo
    def show[*Ts: Writable](*values: *Ts):
        comptime for i in range(values.__len__()):
            print(values[i], end=" ")

    show(1, "two", 3.0)
    # prints: 1 two 3.0
    ```

    ```mojo
    def show[*Ts: Writable](*values: *Ts):
        @parameter
        def one[T: AnyType](value: T):
            print("value", end=" ")

        values.each[one]()

        @parameter
        def numbered[i: Int, T: AnyType](value: T):
            print(i, end=" ")

        values.each_idx[numbered]()

    show("a", 2)
    # prints: value value 0 1
    ```
    """

    var storage: __mlir_type.`!kgen.pointer<none>`
    """The addresses."""

    @staticmethod
    @always_inline
    def __len__() -> Int:
        """How many arguments there are."""
        return Self.element_types.__len__()

    @always_inline
    def _element_address(self, i: Int) -> __mlir_type.`!kgen.pointer<none>`:
        # Where argument `i` is.
        return __mlir_op.`pop.load`[_type=_RawPointer](
            __mlir_op.`pop.offset`[element=_RawPointer](self.storage, i._index())
        )

    @always_inline
    def __getitem__[i: Int](self) -> ref[origin_of(self)] Self.element_types[i]:
        """Argument `i`, known at compile time."""
        return __get_address_as_lvalue[Self.element_types[i], origin_of(self)](
            __mlir_op.`pop.load`[_type=_RawPointer](
                __mlir_op.`pop.offset`[element=_RawPointer](self.storage, i._index())
            )
        )

    @always_inline
    def each[func: def[T: AnyType](T) capturing -> None](self):
        """Calls `func` with every argument."""
        comptime for i in range(Self.element_types.__len__()):
            func(self[i])

    @always_inline
    def each_idx[func: def[idx: Int, T: AnyType](T) capturing -> None](self):
        """Calls `func` with every position and argument."""
        comptime for i in range(Self.element_types.__len__()):
            func[i](self[i])


struct TypeList[*values: AnyType](ImplicitlyCopyable, Sized, TrivialRegisterPassable):
    """Several types as one value at compile time. The variadic parameter `*Ts` of a function or struct is one.

    Parameters:
        values: The types.

    Example:

    ```mojo
    from std.builtin.variadics import TypeList

    comptime types = TypeList.of[Int, String, Float64]()
    print(len(types), types.contains[Int](), types.contains[Bool]())  # 3 True False
    var text: types[1] = "the second is String"
    var number: types.reverse()[0] = 2.5
    print(text, number)  # the second is String 2.5

    def count[*Ts: Writable]() -> Int:
        return Ts.length if Ts.all_conforms_to[Copyable]() else 0

    print(count[Int, Bool]())  # 2
    ```

    ```mojo
    from std.builtin.variadics import TypeList

    comptime ListOf[T: AnyType] = List[T]
    comptime is_large[T: AnyType] = __size_of[T]() > 8
    comptime is_not_first[T: AnyType, i: Int] = i > 0
    comptime bytes[so_far: Int, T: AnyType] = so_far + __size_of[T]()
    comptime bits[T: AnyType] = 8 * __size_of[T]()
    comptime Vector[i: Int] = SIMD[DType.int8, 2**i]

    comptime types = TypeList.of[Int, String, Float64]()
    print(len(types.slice[1]()), len(types.slice[0, 1]()), len(types.filter_idx[is_not_first]()))  # 2 1 2
    var lists: types.map[ListOf]()[1] = ["a", "b"]
    print(lists, types.any[is_large](), types.all[is_large]())  # [a, b] True False
    print(types.reduce[0, bytes] > 24, types.map_to_values[bits]()[0])  # True 64
    print(len(TypeList.splat[4, Int]()), len(TypeList.tabulate[3, Vector]()))  # 4 3
    ```
    """

    comptime length = Self.values.size
    """How many types there are."""
    comptime __getitem_param__[index: Int] = Self.values[index]
    """The type at a place."""
    comptime of[*Ts: AnyType] = TypeList[*Ts]
    """The list of these types."""
    comptime reverse = TypeList[*__pack_reversed[Self.values]]
    """The list with the last type first."""
    comptime slice[start: Int, end: Int = Self.length] = TypeList[*__pack_slice[Self.values, start, end]]
    """A part of the list."""
    comptime map[Mapper] = TypeList[*__pack_map[Self.values, Mapper]]
    """The list of `Mapper[T]` for each type."""
    comptime map_to_values[Mapper] = ParameterList[*__pack_map[Self.values, Mapper]]
    """The values `Mapper[T]` for each type."""
    comptime filter_idx[Predicate] = TypeList[*__pack_filter[Self.values, Predicate]]
    """The list of the types for which `Predicate[T, index]` is true."""
    comptime reduce[base, Reducer] = __pack_reduce[Self.values, base, Reducer]
    """`Reducer[so_far, T]` for one type after the other, from a first value on."""
    comptime tabulate[count: Int, Mapper] = TypeList[*__pack_tabulate[count, Mapper]]
    """The list of `Mapper[0]` … `Mapper[count - 1]`."""
    comptime splat[count: Int, T: AnyType] = TypeList[*__pack_splat[count, T]]
    """The list that has one type several times."""

    @always_inline("nodebug")
    def __init__(out self):
        """The list as a value."""
        pass

    @always_inline("nodebug")
    def __len__(self) -> Int:
        """How many types there are."""
        return Self.values.size

    @staticmethod
    def contains[T: AnyType]() -> Bool:
        """Whether a type is in the list."""
        comptime for i in range(Self.values.size):
            comptime if __same_type[Self.values[i], T]():
                return True
        return False

    @staticmethod
    def any[predicate]() -> Bool:
        """Whether `predicate[T]` is true for a type."""
        comptime for i in range(Self.values.size):
            comptime if predicate[Self.values[i]]:
                return True
        return False

    @staticmethod
    def all[predicate]() -> Bool:
        """Whether `predicate[T]` is true for all types."""
        comptime for i in range(Self.values.size):
            comptime if not predicate[Self.values[i]]:
                return False
        return True

    @staticmethod
    def all_conforms_to[Trait]() -> Bool:
        """Whether all types conform to a trait."""
        comptime for i in range(Self.values.size):
            comptime if not conforms_to(Self.values[i], Trait):
                return False
        return True


struct ParameterList[T: AnyType, //, *values: T](ImplicitlyCopyable, Sized, TrivialRegisterPassable, Writable):
    """Several values of one type at compile time. The variadic parameter `*ns: Int` of a function or struct is one.

    Parameters:
        T: The type of the values.
        values: The values.

    Example:

    ```mojo
    from std.builtin.variadics import ParameterList

    comptime numbers = ParameterList.of[1, 2, 3]()
    print(numbers, len(numbers), numbers[1], numbers.contains[5]())  # (1, 2, 3) 3 2 False

    def total[*ns: Int]() -> Int:
        var result = 0
        for i in range(len(ns)):
            result += ns[i]
        return result

    print(total[3, 4, 5]())  # 12
    ```

    ```mojo
    from std.builtin.variadics import ParameterList

    comptime square[i: Int] = i * i
    comptime is_even[n: Int] = n % 2 == 0
    comptime plus[a: Int, b: Int] = a + b

    comptime squares = ParameterList.tabulate[4, square]()
    print(squares, squares.reduce[0, plus])  # (0, 1, 4, 9) 14
    print(squares.any[is_even](), squares.all[is_even]())  # True False
    var text = String()
    ParameterList.splat[3, 7]().write_to(text)
    print(text)  # (7, 7, 7)
    for square in squares.get_span():
        print(square, end=" ")  # 0 1 4 9
    ```
    """

    comptime type = Self.T
    """The type of the values."""
    comptime size = Self.values.size
    """How many values there are."""
    comptime __getitem_param__[index: Int] = Self.values[index]
    """The value at a place."""
    comptime of[T: AnyType, //, *values: T] = ParameterList[*values]
    """The list of these values."""
    comptime tabulate[count: Int, Mapper] = ParameterList[*__pack_tabulate[count, Mapper]]
    """The list of `Mapper[0]` … `Mapper[count - 1]`."""
    comptime splat[T: AnyType, //, count: Int, value: T] = ParameterList[*__pack_splat[count, value]]
    """The list that has one value several times."""
    comptime reduce[base, Reducer] = __pack_reduce[Self.values, base, Reducer]
    """`Reducer[so_far, value]` for one value after the other, from a first value on."""

    @always_inline("nodebug")
    def __init__(out self):
        """The list as a value."""
        pass

    @always_inline("nodebug")
    def __len__(self) -> Int:
        """How many values there are."""
        return Self.values.size

    @always_inline
    def __getitem__(self, index: Int, *, _at: StaticString = __call_site_text()) -> Self.T:
        """The value at a place that is known when the program runs."""
        comptime for i in range(Self.values.size):
            if i == index:
                return Self.values[i]
        _index_failed(index, Self.values.size, _at)

    @staticmethod
    def get_span() -> Span[Self.T, StaticConstantOrigin]:
        """The values in memory."""
        comptime items = Self._items()
        return Span[Self.T, StaticConstantOrigin](global_constant[items]())

    @staticmethod
    def _items() -> Array[Self.T, Self.size]:
        var result = Array[Self.T, Self.size](uninitialized=True)
        comptime for i in range(Self.size):
            __get_address_as_uninit_lvalue[Self.T](__address_of(result[i])) = Self.values[i]
        return result^

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes the values in parentheses."""
        writer.write("(")
        comptime for i in range(Self.values.size):
            comptime if i > 0:
                writer.write(", ")
            writer.write(Self.values[i])
        writer.write(")")

    @staticmethod
    def contains[value: Self.T]() -> Bool where conforms_to(Self.T, Equatable):
        """Whether a value is in the list."""
        comptime for i in range(Self.values.size):
            comptime if Self.values[i] == value:
                return True
        return False

    @staticmethod
    def any[predicate]() -> Bool:
        """Whether `predicate[value]` is true for a value."""
        comptime for i in range(Self.values.size):
            comptime if predicate[Self.values[i]]:
                return True
        return False

    @staticmethod
    def all[predicate]() -> Bool:
        """Whether `predicate[value]` is true for all values."""
        comptime for i in range(Self.values.size):
            comptime if not predicate[Self.values[i]]:
                return False
        return True
