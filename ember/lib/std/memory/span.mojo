"""Span: a view of elements that lie in a row."""

from std.format import write_value
from std.builtin.builtin_slice import ContiguousSlice, Slice
from std.builtin.simd import _is_index
from std.collections.check_bounds import check_bounds, check_slice_bounds
from std.builtin.debug_assert import _position
from std.memory.maybe_uninitialized import MaybeUninit
from std.memory.memory import memcpy
from std.sys.info import simd_width_of


trait AsBytes(AnyType):
    """Values that can be seen as bytes.

    Example:

    ```mojo
    print(len("hé".as_bytes()))  # 3
    ```
    """

    pass


comptime MutSpan[T: AnyType, origin: MutOrigin] = Span[T, origin]
"""A view that may be written through.

Example:

```mojo
def clear[origin: MutOrigin](numbers: MutSpan[Int, origin]):
    for ref number in numbers:
        number = 0

var numbers: List[Int] = [1, 2]
clear(numbers)
print(numbers)  # [0, 0]
```
"""
comptime ImmSpan[T: AnyType, origin: ImmOrigin] = Span[T, origin]
"""A view for reading.

Example:

```mojo
def first[origin: ImmOrigin](numbers: ImmSpan[Int, origin]) -> Int:
    return numbers[0]

var numbers: List[Int] = [1, 2]
print(first(numbers))  # 1
```
"""


struct Span[mut: Bool, //, T: AnyType, origin: Origin[mut=mut]](
    Boolable,
    Defaultable,
    Hashable where conforms_to(T, Hashable),
    Iterable,
    Sized,
    TrivialRegisterPassable,
    Writable,
):
    """The address of the first element and how many there are.

    Example:

    ```mojo
    def total(numbers: Span[Int, _]) -> Int:
        var result = 0
        for number in numbers:
            result += number
        return result

    var numbers: List[Int] = [1, 2, 3, 4]
    print(total(numbers), total(Span(numbers)[1:3]))  # 10 5
    ```

    ```mojo
    var numbers: List[Int] = [1, 2, 3, 4]
    var view = Span(numbers)
    view.reverse()
    view.swap_elements(0, 1)
    print(view, view.count(3))  # [3, 4, 2, 1] 1
    view[2:].fill(0)
    view[:2].copy_from(Span[Int, _](numbers)[2:])
    print(numbers, view.unsafe_get(0))  # [0, 0, 0, 0] 0
    print(len(view.unsafe_subspan(offset=1, length=2)), len(view.get_immutable()))  # 2 4
    print(view.unsafe_ptr()[0])  # 0
    ```

    ```mojo
    var numbers: List[Int] = [1, 3, 5]

    def to_three(x: Int) -> Int:
        return x - 3

    print(Span(numbers).binary_search_by(to_three).value())  # 1
    ```

    ```mojo
    def double(x: Int) -> Int:
        return 2 * x

    def show(var x: Int):
        print(x)

    var numbers: List[Int] = [1, 2]
    var view = Span(numbers)
    view.apply(double)
    view.unsafe_swap_elements(0, 1)
    print(view, view.as_imm()[0], view.as_ref()[])  # [4, 2] 4 4
    view.unsafe_deinit_elements()
    view.unsafe_deinit_elements_with(show)
    # prints: 4
    # prints: 2
    ```

    ```mojo
    from std.memory import alloc, dealloc, Layout

    def square(i: Int) -> Int:
        return i * i

    var memory = alloc(Layout[Int](count=3))
    var numbers: List[Int] = [7, 8, 9]
    print(memory.storage().unsafe_init_with(square))  # [0, 1, 4]
    print(memory.storage().unsafe_init_copy_from(numbers), memory.storage().unsafe_assume_init()[0])  # [7, 8, 9] 7
    print(memory.storage().unsafe_init_move_from(numbers)[2])  # 9
    dealloc(memory^)
    ```
    """

    comptime Element = Self.T
    """The type of the elements."""

    var _data: UnsafePointer[Self.T, Self.origin]
    var _length: Int

    @always_inline
    def __init__(out self):
        """No elements."""
        self._data = UnsafePointer[Self.T, Self.origin]()
        self._length = 0

    @always_inline
    def __init__(out self, *, ptr: UnsafePointer[Self.T, _], length: Int):
        """`length` elements from `ptr` on."""
        self._data = UnsafePointer[Self.T, Self.origin](mlir_value=ptr.address)
        self._length = length

    @always_inline
    def __init__(out self, *, unsafe_ptr: UnsafePointer[Self.T, _], length: Int):
        """`length` elements from `unsafe_ptr` on."""
        self._data = UnsafePointer[Self.T, Self.origin](mlir_value=unsafe_ptr.address)
        self._length = length

    @always_inline
    @implicit
    def __init__(out self, ref[Self.origin._get_owner_of["element"]] list: List[Self.T]):
        """All elements of a list."""
        self._data = UnsafePointer[Self.T, Self.origin](mlir_value=list._data.address)
        self._length = list._length

    @always_inline
    @implicit
    def __init__[size: Int, //](out self, ref[Self.origin] array: InlineArray[Self.T, size]):
        """All elements of an array."""
        self._data = UnsafePointer[Self.T, Self.origin](mlir_value=array.unsafe_ptr().address)
        self._length = size

    @always_inline
    def __len__(self) -> Int:
        """How many elements there are."""
        return self._length

    def __hash__[H: Hasher](self, mut hasher: H) where conforms_to(Self.T, Hashable):
        """Feeds the length and every element."""
        self._length.__hash__(hasher)
        for i in range(self._length):
            self._data[i].__hash__(hasher)

    @always_inline
    def __bool__(self) -> Bool:
        """True when there are elements."""
        return self._length > 0

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Self.T, Self.origin]:
        """Where the elements are."""
        return self._data

    @always_inline
    def __getitem__(self, idx: Int, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_counts_back()) -> ref[Self.origin] Self.T:
        """The element at a position; code of 2025 may count from the end with negative ones."""
        var i = _position(idx, self._length, _at, _from_end)
        return __get_address_as_lvalue[Self.T, Self.origin]((self._data + i).address)

    @always_inline
    def __getitem__[
        I: Indexer
    ](self, idx: I, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_counts_back()) -> ref[Self.origin] Self.T where _is_index[I]():
        """The element at a position given by another kind of number."""
        return self.__getitem__(idx.__index__(), _at=_at, _from_end=_from_end)

    @always_inline
    def unsafe_get(self, idx: Int) -> ref[Self.origin] Self.T:
        """The element at a position, unchecked."""
        return __get_address_as_lvalue[Self.T, Self.origin]((self._data + idx).address)

    @always_inline
    def __getitem__(self, slc: ContiguousSlice, *, _at: StaticString = __call_site_text()) -> Self:
        """A part of the view."""
        var start, end = check_slice_bounds(slc, self._length, _at=_at)
        return Self(ptr=self._data + start, length=end - start)

    @always_inline
    def __getitem__(self, slc: Slice) -> Self:
        """A part of the view; the step is taken to be 1."""
        var start, end, step = slc.indices(self._length)
        return Self(ptr=self._data + start, length=end - start if end > start else 0)

    @always_inline
    def __iter__(self) -> _SpanIter[Self.T, Self.origin]:
        """Walks the elements."""
        return _SpanIter[Self.T, Self.origin](self._data, self._data + self._length)

    @always_inline
    def __reversed__(self) -> _ReversedSpanIter[Self.T, Self.origin]:
        """Walks the elements backwards."""
        return _ReversedSpanIter[Self.T, Self.origin](self._data, self._data + self._length)

    def __contains__(self, value: Self.T) -> Bool where conforms_to(Self.T, Equatable):
        """True when an element is equal to `value`."""
        for i in range(self._length):
            if self._data[i] == value:
                return True
        return False

    def __eq__(self, rhs: Span[Self.T, _]) -> Bool:
        """True when all elements are equal."""
        if self._length != rhs._length:
            return False
        for i in range(self._length):
            if self._data[i] != rhs._data[i]:
                return False
        return True

    def __ne__(self, rhs: Span[Self.T, _]) -> Bool:
        """True when an element differs."""
        return not (self == rhs)

    def copy_from(self, other: Span[Self.T, _]):
        """Overwrites the elements with copies."""
        for i in range(self._length):
            self._data[i] = other._data[i].copy()

    def fill(self, value: Self.T) where conforms_to(Self.T, Copyable):
        """Overwrites every element with a copy of `value`."""
        for i in range(self._length):
            self._data[i] = value.copy()

    def swap_elements(self, a: Int, b: Int, *, _at: StaticString = __call_site_text()):
        """Exchanges two elements."""
        check_bounds(a, self._length, _at=_at)
        check_bounds(b, self._length, _at=_at)
        (self._data + a).swap_pointees(self._data + b)

    def reverse(self):
        """Turns the order of the elements round."""
        for i in range(self._length // 2):
            (self._data + i).swap_pointees(self._data + (self._length - 1 - i))

    @always_inline
    def unsafe_subspan(self, *, offset: Int, length: Int) -> Self:
        """A part of the view, unchecked."""
        return Self(ptr=self._data + offset, length=length)

    @always_inline
    def get_immutable(self) -> Span[Self.T, __immutable_origin[Self.origin]()]:
        """The view for reading."""
        return Span[Self.T, __immutable_origin[Self.origin]()](ptr=self._data.as_imm(), length=self._length)

    def count(self, value: Self.T) -> Int where conforms_to(Self.T, Equatable):
        """How many elements are equal to `value`."""
        var total = 0
        for i in range(self._length):
            if self._data[i] == value:
                total += 1
        return total

    def count[
        dtype: DType, F: def[w: SIMDLength](SIMD[dtype, w]) -> SIMD[DType.bool, w], //
    ](self: Span[Scalar[dtype], _], func: F) -> Int:
        """For how many elements a function is true; it is given vectors of them."""
        comptime width = simd_width_of[dtype]()
        var total = 0
        var i = 0
        while i + width <= self._length:
            total += func[width](self._data.load[width=width](i)).reduce_bit_count()
            i += width
        while i < self._length:
            total += Int(func[1](self._data[i]))
            i += 1
        return total

    def binary_search_by[func: def(Self.T) thin -> Int](self) -> Optional[Int]:
        """Where `func` gives 0 in sorted elements."""
        return self.binary_search_by(func)

    def binary_search_by[F: def(Self.T) -> Int, //](self, func: F) -> Optional[Int]:
        """Where `func` gives 0 in sorted elements."""
        var low = 0
        var high = self._length
        while low < high:
            var middle = (low + high) // 2
            var order = func(self._data[middle])
            if order == 0:
                return middle
            if order < 0:
                low = middle + 1
            else:
                high = middle
        return None

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `[1, 2]`."""
        writer.write_string("[")
        for i in range(self._length):
            if i > 0:
                writer.write_string(", ")
            write_value(self._data[i], writer)
        writer.write_string("]")

    def write_repr_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `Span[mut=True, Int]([Int(1), Int(2)])`."""
        writer.write("Span[mut=", Self.origin.mut, ", ", __type_name[Self.T](), "]([")
        for i in range(self._length):
            if i > 0:
                writer.write_string(", ")
            self._data[i].write_repr_to(writer)
        writer.write_string("])")

    def as_imm(self) -> Span[Self.T, __immutable_origin[Self.origin]()]:
        """The same view, to read."""
        return self.get_immutable()

    def as_ref(self) -> UnsafePointer[Self.T, Self.origin]:
        """Where the first element is."""
        return self._data

    def apply[F: AnyType, //](self, func: F):
        """Replaces each number by what a function makes of it."""
        for i in range(self._length):
            self._data[i] = func(self._data[i])

    def apply[F: AnyType, C: AnyType, //](self, func: F, *, cond: C):
        """Replaces each number for which a condition holds by what a function makes of it."""
        for i in range(self._length):
            if cond(self._data[i]):
                self._data[i] = func(self._data[i])

    def unsafe_swap_elements(self, a: Int, b: Int):
        """Exchanges two elements; the positions are not checked."""
        if a != b:
            (self._data + a).swap_pointees(self._data + b)

    def unsafe_deinit_elements(self):
        """Ends all elements; the memory holds nothing after it."""
        for i in range(self._length):
            (self._data + i).destroy_pointee()

    def unsafe_deinit_elements_with[F: def(var Self.T) -> None, //](self, f: F, /):
        """Takes all elements out; the function gets each one."""
        for i in range(self._length):
            f((self._data + i).take_pointee())

    @always_inline
    def unsafe_assume_init[U: AnyType, //](self: Span[MaybeUninit[U], _]) -> Span[U, self.origin]:
        """The elements, which have all been initialised."""
        return Span[U, self.origin](unsafe_ptr=self._data.bitcast[U](), length=self._length)

    def unsafe_init_copy_from[U: Copyable, //](self: Span[MaybeUninit[U], _], copy_from: Span[U, _], /) -> Span[U, self.origin]:
        """The elements, initialised with copies of others."""
        for i in range(len(copy_from)):
            self._data.bitcast[U]().unsafe_offset(i).init_pointee_copy(copy_from._data[i])
        return self.unsafe_assume_init()

    def unsafe_init_move_from[U: Movable, //](self: Span[MaybeUninit[U], _], move_from: Span[U, _], /) -> Span[U, self.origin]:
        """The elements, moved from where others are."""
        for i in range(len(move_from)):
            self._data.bitcast[U]().unsafe_offset(i).init_pointee_move_from(move_from._data + i)
        return self.unsafe_assume_init()

    def unsafe_init_with[U: AnyType, F: def(Int) -> U, //](self: Span[MaybeUninit[U], _], f: F, /) -> Span[U, self.origin]:
        """The elements, each initialised with what a function gives for its number."""
        for i in range(self._length):
            self._data.bitcast[U]().unsafe_offset(i).init_pointee_move(f(i))
        return self.unsafe_assume_init()


@fieldwise_init
struct _SpanIter[T: AnyType, origin: Origin](Iterable, CheckedIterator, Sized, TrivialRegisterPassable):
    """Walks elements that lie in a row."""

    comptime Element = Self.T

    var current: UnsafePointer[Self.T, Self.origin]
    var end: UnsafePointer[Self.T, Self.origin]

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        return self.current != self.end

    @always_inline
    def __next__(mut self) -> ref[Self.origin] Self.T:
        var address = self.current.address
        self.current += 1
        return __get_address_as_lvalue[Self.T, Self.origin](address)

    @always_inline
    def __len__(self) -> Int:
        return self.end - self.current


@fieldwise_init
struct _ReversedSpanIter[T: AnyType, origin: Origin](Iterable, CheckedIterator, Sized, TrivialRegisterPassable):
    """Walks elements that lie in a row, backwards."""

    comptime Element = Self.T

    var start: UnsafePointer[Self.T, Self.origin]
    var current: UnsafePointer[Self.T, Self.origin]

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        return self.current != self.start

    @always_inline
    def __next__(mut self) -> ref[Self.origin] Self.T:
        self.current -= 1
        return __get_address_as_lvalue[Self.T, Self.origin](self.current.address)

    @always_inline
    def __len__(self) -> Int:
        return self.current - self.start
