"""Array: a fixed number of elements of one type, in place. InlineArray is its older name."""

from std.collections._row import _Row
from std.format import write_value
from std.builtin.builtin_slice import ContiguousSlice
from std.builtin.simd import _is_index
from std.collections.check_bounds import check_slice_bounds
from std.builtin.debug_assert import _position
from std.os import abort
from std.memory.maybe_uninitialized import MaybeUninit
from std.memory.memory import destroy_n, memcpy, uninit_copy_n, uninit_move_n
from std.memory.span import Span, _ReversedSpanIter, _SpanIter

comptime InlineArray = Array
"""An older name of `Array`.

Example:

```mojo
var zeros = InlineArray[Int, 3](fill=0)
print(len(zeros))  # 3
```
"""

comptime _UNROLLED = 32
# Literals up to this length are built without a loop.


struct Array[T: AnyType, size: Int, *, run_destructors: Bool = True](
    Comparable where conforms_to(T, Comparable),
    Copyable where conforms_to(T, Copyable),
    Defaultable where conforms_to(T, Defaultable),
    Deinitable,
    Equatable where conforms_to(T, Equatable),
    Hashable where conforms_to(T, Hashable),
    Iterable,
    Movable,
    Representable where conforms_to(T, Writable) or conforms_to(T, Stringable),
    Sized,
    Stringable where conforms_to(T, Writable) or conforms_to(T, Stringable),
    Writable where conforms_to(T, Writable) or conforms_to(T, Stringable),
):
    """`size` elements, one after the other, without heap memory.

    Example:

    ```mojo
    var numbers: Array[Int, 3] = [1, 2, 3]
    numbers[0] = 7
    print(numbers[0] + numbers[2], len(numbers))  # 10 3
    ```

    ```mojo
    var numbers: Array[Int, 2] = [1, 2]
    print(numbers.unsafe_get(1), numbers.unsafe_ptr()[0])  # 2 1
    ```

    ```mojo
    def show(var x: Int):
        print(x)

    var numbers: Array[Int, 1] = [7]
    print(numbers.copy().repeat[3](), numbers.copy().concat(numbers.copy()))  # [7, 7, 7] [7, 7]
    numbers^.deinit_with(show)
    # prints: 7
    ```
    """

    comptime Element = Self.T
    """The type of the elements."""
    comptime ElementType = Self.T
    """The type of the elements."""
    comptime type = Self.T
    """The type of the elements."""
    comptime length = Self.size
    """How many there are."""
    comptime __copy_ctor_is_trivial = __trivially_copyable[Self.T]()
    """Whether copying is copying bytes."""
    comptime __move_ctor_is_trivial = __trivially_movable[Self.T]()
    """Whether moving is copying bytes."""
    comptime __del__is_trivial = not Self.run_destructors or __trivially_destructible[Self.T]()
    """Whether nothing happens when a value is dropped."""
    comptime _Storage = __mlir_type[`!pop.array<`, Self.size, `, `, Self.T, `>`]

    var _storage: Self._Storage

    @always_inline
    def __init__(out self) where conforms_to(Self.T, Defaultable):
        """Default values."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        for i in range(Self.size):
            (self.unsafe_ptr() + i).init_pointee_move(Self.T())

    @always_inline
    def __init__(out self, *, uninitialized: Bool):
        """Elements that the caller must initialise."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()

    @always_inline
    def __init__(out self, *, unsafe_uninitialized: Bool):
        """Elements that the caller must initialise."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()

    @always_inline
    def __init__(out self, *, fill: Self.T):
        """Copies of `fill`."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        var data = self.unsafe_ptr()
        for i in range(Self.size):
            (data + i).init_pointee_copy(fill)

    @always_inline
    def __init__[F: def(Int) -> Self.T, //](out self, *, fill_with: F):
        """What a function gives for the number of each element."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        for i in range(Self.size):
            (self.unsafe_ptr() + i).init_pointee_move(fill_with(i))

    @always_inline
    def __init__[F: def[i: Int]() -> Self.T, //](out self, *, fill_with_unrolled: F):
        """What a function gives for the number of each element, as its parameter."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime for i in range(Self.size):
            (self.unsafe_ptr() + i).init_pointee_move(fill_with_unrolled[i]())

    @always_inline
    def __init__(out self, *, var unsafe_assume_initialized: Array[MaybeUninit[Self.T], Self.size]):
        """Elements that have all been initialised."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        for i in range(Self.size):
            (self.unsafe_ptr() + i).init_pointee_move_from(unsafe_assume_initialized[i].unsafe_ptr())

    @always_inline
    def __init__(out self, fill: Self.T, /):
        """Copies of `fill`."""
        self = Self(fill=fill)

    @always_inline
    @__parameter_from_count
    def __init__[
        count: Int, //
    ](out self, var *values: Self.T, __list_literal__: NoneType = None) where (
        count == Self.size or count < 0, "an array takes as many values as it has elements"
    ):
        """The given elements, as many as the array has."""
        var taken = values^._taken()
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        comptime if Self.size > _UNROLLED:
            for i in range(Self.size):
                self._take(taken._element_address(i), i)
        else:
            comptime for i in range(Self.size):
                self._take(taken._element_address(i), i)

    @always_inline
    def _take(mut self, address: __mlir_type.`!kgen.pointer<none>`, i: Int):
        __get_address_as_uninit_lvalue[Self.T]((self.unsafe_ptr() + i).address) = __get_address_as_owned_value[Self.T](
            address
        )

    @always_inline
    def __init__(out self, *, __constants__: __mlir_type.`!kgen.pointer<none>`, count: Int):
        """The elements of a literal, copied at once."""
        Self._check_count(count)
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        memcpy(dest=self.unsafe_ptr(), src=UnsafePointer[Self.T, ImmutAnyOrigin](mlir_value=__constants__), count=Self.size)

    def __init__(out self, *, var __row__: _Row[Self.T]) where conforms_to(Self.T, Movable):
        """The elements of a long literal."""
        Self._check_count(__row__._length)
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        uninit_move_n(dest=self.unsafe_ptr(), src=__row__._data, count=Self.size)
        __row__._forget_elements()

    @staticmethod
    def _check_count(count: Int):
        # Of long literals, whose length no constructor is chosen by.
        if count != Self.size:
            abort(t"an array of {Self.size} elements is given {count} values")

    @__unavailable("an Array has a fixed length; elements are added to a List, as in 'var xs: List[Int] = [1, 2]'")
    def append(self):
        """Not for arrays."""
        ...

    @__unavailable("an Array has a fixed length; elements are added to a List, as in 'var xs: List[Int] = [1, 2]'")
    def extend(self):
        """Not for arrays."""
        ...

    @__unavailable("an Array has a fixed length; elements are added to a List, as in 'var xs: List[Int] = [1, 2]'")
    def insert(self):
        """Not for arrays."""
        ...

    @__unavailable("an Array has a fixed length; elements are added to a List, as in 'var xs: List[Int] = [1, 2]'")
    def pop(self):
        """Not for arrays."""
        ...

    @__unavailable("an Array has a fixed length; elements are added to a List, as in 'var xs: List[Int] = [1, 2]'")
    def remove(self):
        """Not for arrays."""
        ...

    @__unavailable("an Array has a fixed length; elements are added to a List, as in 'var xs: List[Int] = [1, 2]'")
    def clear(self):
        """Not for arrays."""
        ...

    @always_inline
    def __init__(out self, *, copy: Self) where conforms_to(Self.T, Copyable):
        """Copies of all elements."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        uninit_copy_n(dest=self.unsafe_ptr(), src=copy.unsafe_ptr(), count=Self.size)

    @always_inline
    def __init__(out self, *, deinit move: Self) where conforms_to(Self.T, Movable):
        """Takes the elements over."""
        self._storage = __mlir_op.`kgen.undefined`[_type = Self._Storage]()
        uninit_move_n(dest=self.unsafe_ptr(), src=move.unsafe_ptr(), count=Self.size)

    @always_inline
    def __deinit__(deinit self):
        """Drops all elements."""
        comptime if Self.run_destructors and not __trivially_destructible[Self.T]():
            destroy_n(self.unsafe_ptr(), Self.size)

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Where the elements are."""
        return UnsafePointer[Self.T, MutAnyOrigin](mlir_value=__address_of(self._storage))

    @always_inline
    def __len__(self) -> Int:
        """How many elements there are."""
        return Self.size

    @always_inline
    def __getitem__(ref self, idx: Int, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_counts_back()) -> ref[self] Self.T:
        """The element at a position; code of 2025 may count from the end with negative ones."""
        var i = _position(idx, Self.size, _at, _from_end)
        return __get_address_as_lvalue[Self.T, origin_of(self)]((self.unsafe_ptr() + i).address)

    @always_inline
    def __getitem__[
        I: Indexer
    ](ref self, idx: I, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_counts_back()) -> ref[self] Self.T where _is_index[I]():
        """The element at a position given by another kind of number."""
        return self.__getitem__(idx.__index__(), _at=_at, _from_end=_from_end)

    @always_inline
    def __getitem__(ref self, slc: ContiguousSlice, *, _at: StaticString = __call_site_text()) -> Span[Self.T, origin_of(self)]:
        """A view of the elements of a slice."""
        var start, end = check_slice_bounds(slc, Self.size, _at=_at)
        return Span[Self.T, origin_of(self)](ptr=self.unsafe_ptr() + start, length=end - start)

    @always_inline
    def unsafe_get(ref self, idx: Int) -> ref[self] Self.T:
        """The element at a position, unchecked."""
        return __get_address_as_lvalue[Self.T, origin_of(self)]((self.unsafe_ptr() + idx).address)

    @always_inline
    def __iter__(ref self) -> _SpanIter[Self.T, origin_of(self)]:
        """Walks the elements."""
        return _SpanIter[Self.T, origin_of(self)](
            UnsafePointer[Self.T, origin_of(self)](mlir_value=self.unsafe_ptr().address),
            UnsafePointer[Self.T, origin_of(self)](mlir_value=(self.unsafe_ptr() + Self.size).address),
        )

    @always_inline
    def __iter__(deinit self) -> _OwnedArrayIter[Self.T, Self.size]:
        """Gives the elements away, first to last: `for var x in a^`."""
        return _OwnedArrayIter[Self.T, Self.size](self.unsafe_ptr())

    @always_inline
    def __reversed__(ref self) -> _ReversedSpanIter[Self.T, origin_of(self)]:
        """Walks the elements backwards."""
        return _ReversedSpanIter[Self.T, origin_of(self)](
            UnsafePointer[Self.T, origin_of(self)](mlir_value=self.unsafe_ptr().address),
            UnsafePointer[Self.T, origin_of(self)](mlir_value=(self.unsafe_ptr() + Self.size).address),
        )

    def __contains__(self, value: Self.T) -> Bool where conforms_to(Self.T, Equatable):
        """True when an element is equal to `value`."""
        for i in range(Self.size):
            if self.unsafe_ptr()[i] == value:
                return True
        return False

    def __eq__(self, other: Self) -> Bool where conforms_to(Self.T, Equatable):
        """True when all elements are equal."""
        for i in range(Self.size):
            if self.unsafe_ptr()[i] != other.unsafe_ptr()[i]:
                return False
        return True

    def __ne__(self, other: Self) -> Bool:
        """True when an element differs."""
        return not (self == other)

    def __lt__(self, other: Self) -> Bool where conforms_to(Self.T, Comparable):
        """Compares element by element, the first difference decides."""
        for i in range(Self.size):
            if self.unsafe_ptr()[i] < other.unsafe_ptr()[i]:
                return True
            if other.unsafe_ptr()[i] < self.unsafe_ptr()[i]:
                return False
        return False

    def __hash__[H: Hasher](self, mut hasher: H) where conforms_to(Self.T, Hashable):
        """Feeds every element."""
        for i in range(Self.size):
            self.unsafe_ptr()[i].__hash__(hasher)

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `[1, 2]`."""
        writer.write_string("[")
        for i in range(Self.size):
            if i > 0:
                writer.write_string(", ")
            write_value(self.unsafe_ptr()[i], writer)
        writer.write_string("]")

    def write_repr_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `Array[Int, 2]([Int(1), Int(2)])`."""
        writer.write_string(__type_name[Self]())
        writer.write_string("([")
        for i in range(Self.size):
            if i > 0:
                writer.write_string(", ")
            self.unsafe_ptr()[i].write_repr_to(writer)
        writer.write_string("])")

    def __str__(self) -> String:
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^

    def __repr__(self) -> String:
        """The source form."""
        var text = String()
        self.write_repr_to(text)
        return text^

    def deinit_with[F: def(var Self.T) -> None, //](deinit self, deinit_func: F, /):
        """Ends the array; the function gets each element."""
        var data = UnsafePointer[Self.T, MutAnyOrigin](mlir_value=__address_of(self._storage))
        for i in range(Self.size):
            deinit_func((data + i).take_pointee())

    def concat[n: Int, //](var self, var rhs: Array[Self.T, n]) -> Array[Self.T, Self.size + n]:
        """The elements of both."""
        var result = Array[Self.T, Self.size + n](uninitialized=True)
        var target = result.unsafe_ptr()
        for i in range(Self.size):
            (target + i).init_pointee_move(self[i].copy())
        for i in range(n):
            (target + Self.size + i).init_pointee_move(rhs[i].copy())
        return result^

    def repeat[n: Int](var self) -> Array[Self.T, Self.size * n]:
        """The elements `n` times."""
        var result = Array[Self.T, Self.size * n](uninitialized=True)
        var target = result.unsafe_ptr()
        for i in range(Self.size * n):
            (target + i).init_pointee_move(self[i % Self.size].copy())
        return result^


struct _OwnedArrayIter[T: AnyType, size: Int](CheckedIterator, Sized):
    """Gives elements away that were an array's, and ends those that nobody took."""

    comptime Element = Self.T

    var _items: Array[Self.T, Self.size, run_destructors=False]
    var _taken: Int

    @always_inline
    def __init__(out self, elements: UnsafePointer[Self.T, MutAnyOrigin]):
        self._items = Array[Self.T, Self.size, run_destructors=False](unsafe_uninitialized=True)
        comptime assert conforms_to(Self.T, Movable), "only elements that can be moved are given away"
        uninit_move_n(dest=self._items.unsafe_ptr(), src=elements, count=Self.size)
        self._taken = 0

    @always_inline
    def __deinit__(deinit self):
        destroy_n(self._items.unsafe_ptr() + self._taken, Self.size - self._taken)

    @always_inline
    def __iter__(var self) -> Self:
        return self^

    @always_inline
    def __has_next__(self) -> Bool:
        return self._taken < Self.size

    @always_inline
    def __next__(mut self) -> Self.T:
        self._taken += 1
        return (self._items.unsafe_ptr() + (self._taken - 1)).take_pointee()

    @always_inline
    def __len__(self) -> Int:
        return Self.size - self._taken
