"""What `*args` arrives as: VariadicList for one type, VariadicPack for a type each."""

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
    def __iter__(self) -> _VariadicListIter[Self.T, origin_of(self)]:
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
    def _element_address[i: Int](self) -> __mlir_type.`!kgen.pointer<none>`:
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


comptime OwnedKwargsDict[V: Copyable] = Dict[String, V]
"""The arguments of `**kwargs: V`: a dictionary of their names.

Example:

```mojo
def area(**sides: Int) raises -> Int:
    return sides["width"] * sides["height"]

print(area(width=2, height=3))  # 6
```
"""
