"""List: a growing row of elements."""

from std.format import write_value
from std.builtin.builtin_slice import ContiguousSlice, Slice
from std.builtin.simd import _is_index
from std.collections.check_bounds import check_bounds, check_slice_bounds
from std.collections._row import _Row
from std.builtin.debug_assert import _assert_failed, _index_failed, _position
from std.memory.alloc import Allocation, Layout
from std.memory.memory import _free, _malloc, destroy_n, memcpy, uninit_copy_n, uninit_move_n
from std.memory.span import Span, _ReversedSpanIter, _SpanIter


@always_inline
def _check_length(length: Int, at: StaticString):
    if length < 0:
        _assert_failed(at, "a list cannot have ", length, " elements")


struct List[T: AnyType](
    Boolable,
    Copyable where conforms_to(T, Copyable),
    Defaultable,
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
    """Elements in one piece of memory that grows as needed.

    Example:

    ```mojo
    var numbers: List[Int] = [3, 1]
    numbers.append(2)
    print(numbers, len(numbers))  # [3, 1, 2] 3
    print(numbers[0], numbers[1:], 2 in numbers)  # 3 [1, 2] True
    ```

    ```mojo
    var numbers: List[Int] = [3, 1]
    numbers.extend([4, 1])
    numbers.insert(0, 9)
    print(numbers.pop(), numbers.pop(0), numbers.index(4), numbers.count(1))  # 1 9 2 1
    numbers.reverse()
    print(numbers)  # [4, 1, 3]
    numbers.remove(1)
    numbers.swap_elements(0, 1)
    numbers.push_back(5)
    print(numbers)  # [3, 4, 5]
    numbers.shrink(2)
    numbers.resize(3, 0)
    print(numbers, numbers.byte_length())  # [3, 4, 0] 24
    numbers.clear()
    print(len(numbers))  # 0
    ```

    ```mojo
    var numbers: List[Int] = [1, 2]
    numbers.reserve(10)
    print(numbers.capacity() >= 10, numbers.unsafe_get(1))  # True 2
    numbers.unsafe_set(0, 7)
    print(numbers.unsafe_ptr()[0])  # 7
    var memory = numbers.steal_data()
    print(memory[1])  # 2
    memory.free()
    ```

    ```mojo
    def show(var x: Int):
        print(x)

    var numbers: List[Int] = [7]
    print(numbers.try_index(7).value(), Bool(numbers.try_index(8)))  # 0 False
    numbers^.deinit_with(show)
    # prints: 7
    ```

    ```mojo
    from std.memory import dealloc

    var numbers: List[Int] = [1, 2]
    var memory = numbers.unsafe_take_allocation()
    print(len(numbers), memory.unsafe_ptr()[])  # 0 1
    dealloc(memory^)
    ```
    """

    comptime Element = Self.T
    """The type of the elements."""

    var _data: UnsafePointer[Self.T, MutAnyOrigin]
    var _length: Int
    var _capacity: Int

    # -- making ---------------------------------------------------------------------------------

    @always_inline
    def __init__(out self):
        """No elements."""
        self._data = UnsafePointer[Self.T, MutAnyOrigin]()
        self._length = 0
        self._capacity = 0

    def __init__(out self, *, capacity: Int):
        """No elements, but room for `capacity` of them."""
        self._data = UnsafePointer[Self.T, MutAnyOrigin]()
        if capacity != 0:
            self._data = _malloc[Self.T](capacity)
        self._length = 0
        self._capacity = capacity

    def __init__(out self, *, length: Int, fill: Self.T, _at: StaticString = __call_site_text()):
        """`length` copies of `fill`."""
        _check_length(length, _at)
        self = Self(capacity=length)
        var data = self._data  # else it is read anew behind each element, which may have changed it
        for i in range(length):
            (data + i).init_pointee_copy(fill)
        self._length = length

    def __init__[F: def(Int) -> Self.T, //](out self, *, length: Int, fill_with: F, _at: StaticString = __call_site_text()):
        """`length` elements, each what a function gives for its number."""
        _check_length(length, _at)
        self = Self(capacity=length)
        for i in range(length):
            (self._data + i).init_pointee_move(fill_with(i))
        self._length = length

    def __init__(out self, *, unsafe_uninit_length: Int):
        """`unsafe_uninit_length` elements that the caller must initialise."""
        self = Self(capacity=unsafe_uninit_length)
        self._length = unsafe_uninit_length

    def __init__(out self, var *values: Self.T, __list_literal__: NoneType = None):
        """The given elements."""
        var taken = values^._taken()
        var count = taken.__len__()
        self = Self(capacity=count)
        for i in range(count):
            __get_address_as_uninit_lvalue[Self.T]((self._data + i).address) = __get_address_as_owned_value[Self.T](
                taken._element_address(i)
            )
        self._length = count

    def __init__(out self, *, __constants__: __mlir_type.`!kgen.pointer<none>`, count: Int):
        """The elements of a literal, copied at once."""
        self = Self(capacity=count)
        memcpy(dest=self._data, src=UnsafePointer[Self.T, ImmutAnyOrigin](mlir_value=__constants__), count=count)
        self._length = count

    def __init__(out self, *, var __row__: _Row[Self.T]):
        """The elements of a long literal, taken over."""
        self._data = __row__._data
        self._length = __row__._length
        self._capacity = __row__._length
        __row__._forget()

    def __init__[origin: Origin, //](out self, span: Span[Self.T, origin]) where conforms_to(Self.T, Copyable):
        """Copies of a view's elements."""
        self = Self(capacity=len(span))
        uninit_copy_n(dest=self._data, src=span._data, count=len(span))
        self._length = len(span)

    def __init__[I: Iterable, //](out self: List[type_of(iterable.__iter__()).Element], iterable: I):
        """Copies of everything an iterable gives."""
        self = Self()
        for item in iterable:
            self.append(item.copy())

    @always_inline
    def __init__(out self, *, copy: Self) where conforms_to(Self.T, Copyable):
        """Copies of all elements."""
        self = Self(capacity=copy._length)
        uninit_copy_n(dest=self._data, src=copy._data, count=copy._length)
        self._length = copy._length

    @always_inline
    def __deinit__(deinit self):
        """Drops all elements."""
        destroy_n(self._data, self._length)
        if self._capacity > 0:
            _free(self._data.address)

    # -- size -----------------------------------------------------------------------------------

    @always_inline
    def __len__(self) -> Int:
        """How many elements there are."""
        return self._length

    @always_inline
    def __bool__(self) -> Bool:
        """True when there are elements."""
        return self._length > 0

    @always_inline
    def byte_length(self) -> Int:
        """How many bytes the elements take."""
        return self._length * __size_of[Self.T]()

    @always_inline
    def capacity(self) -> Int:
        """For how many elements there is room."""
        return self._capacity

    @always_inline
    def _set_length(mut self, length: Int):
        self._length = length

    def reserve(mut self, capacity: Int):
        """Makes room for at least `capacity` elements."""
        if capacity > self._capacity:
            self._move_to(capacity)

    def _make_room(mut self, count: Int):
        # Room for `count` more elements, at least twice as much as before when there is not enough.
        var needed = self._length + count
        if needed > self._capacity:
            self._move_to(max(needed, self._capacity * 2))

    def _move_to(mut self, new_capacity: Int):
        comptime assert conforms_to(Self.T, Movable), "the elements of a list that grows are moved"
        var new_data = _malloc[Self.T](new_capacity)
        uninit_move_n(dest=new_data, src=self._data, count=self._length)
        if self._capacity > 0:
            _free(self._data.address)
        self._data = new_data
        self._capacity = new_capacity

    @no_inline
    def _grow(mut self):
        self._move_to(1 if self._capacity == 0 else self._capacity * 2)

    def shrink(mut self, new_length: Int, *, _at: StaticString = __call_site_text()):
        """Drops the elements from `new_length` on."""
        if UInt(new_length) > UInt(self._length):
            _assert_failed(_at, "a list of ", self._length, " elements cannot shrink to ", new_length)
        destroy_n(self._data + new_length, self._length - new_length)
        self._length = new_length

    def resize(mut self, length: Int, fill: Self.T):
        """Drops elements or adds copies of `fill` until there are `length`."""
        if length <= self._length:
            self.shrink(length)
            return
        self.reserve(length)
        var data = self._data
        for i in range(self._length, length):
            (data + i).init_pointee_copy(fill)
        self._length = length

    def resize(mut self, *, unsafe_uninit_length: Int):
        """Changes the length; new elements must be initialised by the caller."""
        if unsafe_uninit_length <= self._length:
            self.shrink(unsafe_uninit_length)
            return
        self.reserve(unsafe_uninit_length)
        self._length = unsafe_uninit_length

    def clear(mut self):
        """Drops all elements."""
        destroy_n(self._data, self._length)
        self._length = 0

    # -- adding and removing ------------------------------------------------------------------------

    @always_inline
    def append(mut self, var value: Self.T):
        """Adds an element at the end."""
        if self._length >= self._capacity:
            self._grow()
        (self._data + self._length).init_pointee_move(value^)
        self._length += 1

    @always_inline
    def push_back(mut self, var value: Self.T):
        """Adds an element at the end."""
        self.append(value^)

    def append(mut self, elements: Span[Self.T, _]):
        """Adds copies of all elements of a view."""
        self._make_room(len(elements))
        uninit_copy_n(dest=self._data + self._length, src=elements._data, count=len(elements))
        self._length += len(elements)

    def insert(
        mut self, i: Int, var value: Self.T, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_is_2025()
    ):
        """Adds an element before position `i`; code of 2025 may count from the end, and past it means at the end."""
        var place = i
        if _from_end:
            place = max(0, min(i + self._length if i < 0 else i, self._length))
        elif UInt(i) > UInt(self._length):
            _index_failed(i, self._length + 1, _at)
        if self._length >= self._capacity:
            self._grow()
        for k in range(self._length, place, -1):
            (self._data + k).init_pointee_move_from(self._data + (k - 1))
        (self._data + place).init_pointee_move(value^)
        self._length += 1

    def extend(mut self, var other: Self) where conforms_to(Self.T, Movable):
        """Adds all elements of another list."""
        var count = other._length
        self._make_room(count)
        uninit_move_n(dest=self._data + self._length, src=other._data, count=count)
        self._length += count
        other._length = 0

    def extend(mut self, elements: Span[Self.T, _]):
        """Adds copies of all elements of a view."""
        self.append(elements)

    def extend[dtype: DType, length: SIMDLength, //](mut self: List[Scalar[dtype]], value: SIMD[dtype, length]):
        """Adds all lanes of a vector."""
        self.extend(value, count=Int(length))

    def extend[dtype: DType, length: SIMDLength, //](mut self: List[Scalar[dtype]], value: SIMD[dtype, length], *, count: Int):
        """Adds the first lanes of a vector."""
        for i in range(count):
            self.append(value[i])

    def unsafe_take_allocation(mut self) -> Allocation[Self.T]:
        """The memory with the elements, which the list has no more: the caller ends them and frees it."""
        var taken = Allocation[Self.T](self._data, Layout[Self.T](count=self._capacity))
        self._data = UnsafePointer[Self.T, MutAnyOrigin]()
        self._length = 0
        self._capacity = 0
        return taken^

    def pop(mut self, *, _at: StaticString = __call_site_text()) -> Self.T:
        """Removes and gives the last element."""
        if self._length == 0:
            _index_failed(-1, 0, _at)
        self._length -= 1
        return (self._data + self._length).take_pointee()

    def pop(mut self, i: Int, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_is_2025()) -> Self.T where conforms_to(Self.T, Movable):
        """Removes and gives the element at `i`."""
        var place = _position(i, self._length, _at, _from_end)
        var value = (self._data + place).take_pointee()
        for k in range(place + 1, self._length):
            (self._data + (k - 1)).init_pointee_move_from(self._data + k)
        self._length -= 1
        return value^

    def remove(mut self, value: Self.T) raises where conforms_to(Self.T, Deinitable) and conforms_to(Self.T, Equatable) and conforms_to(Self.T, Movable):
        """Removes the first element equal to `value`; raises when there is none."""
        _ = self.pop(self.index(value))

    def swap_elements(mut self, elt_idx_1: Int, elt_idx_2: Int, *, _at: StaticString = __call_site_text()):
        """Exchanges two elements."""
        check_bounds(elt_idx_1, self._length, _at=_at)
        check_bounds(elt_idx_2, self._length, _at=_at)
        if elt_idx_1 != elt_idx_2:
            (self._data + elt_idx_1).swap_pointees(self._data + elt_idx_2)

    def reverse(mut self):
        """Turns the order of the elements round."""
        for i in range(self._length // 2):
            (self._data + i).swap_pointees(self._data + (self._length - 1 - i))

    def steal_data(mut self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Gives up the memory; the caller drops the elements and frees it."""
        var data = self._data
        self._data = UnsafePointer[Self.T, MutAnyOrigin]()
        self._length = 0
        self._capacity = 0
        return data

    # -- reading ----------------------------------------------------------------------------------

    @always_inline
    def __getitem__(ref self, idx: Int, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_counts_back()) -> ref[origin_of(self)._get_owned_interior["element"]] Self.T:
        """The element at a position; code of 2025 may count from the end with negative ones."""
        var i = _position(idx, self._length, _at, _from_end)
        return __get_address_as_lvalue[Self.T, origin_of(self)]((self._data + i).address)

    @always_inline
    def __getitem__[
        I: Indexer
    ](ref self, idx: I, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_counts_back()) -> ref[origin_of(self)._get_owned_interior["element"]] Self.T where _is_index[I]():
        """The element at a position given by another kind of number."""
        return self.__getitem__(idx.__index__(), _at=_at, _from_end=_from_end)

    @always_inline
    def __getitem__(ref self, slc: ContiguousSlice, *, _at: StaticString = __call_site_text()) -> Span[Self.T, origin_of(self)._get_owned_interior["element"]]:
        """A view of the elements of a slice."""
        var start, end = check_slice_bounds(slc, self._length, _at=_at)
        return Span[Self.T, origin_of(self)](ptr=self._data + start, length=end - start)

    def __getitem__(self, slc: Slice) -> Self where conforms_to(Self.T, Copyable):
        """Copies of the elements of a slice."""
        var start, end, step = slc.indices(self._length)
        var result = Self()
        for i in range(start, end, step):
            result.append(self._data[i].copy())
        return result^

    @always_inline
    def unsafe_get(ref self, idx: Int) -> ref[origin_of(self)._get_owned_interior["element"]] Self.T:
        """The element at a position, unchecked."""
        return __get_address_as_lvalue[Self.T, origin_of(self)]((self._data + idx).address)

    @always_inline
    def unsafe_set(mut self, idx: Int, var value: Self.T) where conforms_to(Self.T, Movable):
        """Replaces the element at a position, unchecked."""
        self._data[idx] = value^

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Where the elements are."""
        return self._data

    @always_inline
    def __iter__(ref self) -> _SpanIter[Self.T, origin_of(self)._get_owned_interior["element"]]:
        """Walks the elements."""
        return _SpanIter[Self.T, origin_of(self)](
            UnsafePointer[Self.T, origin_of(self)](mlir_value=self._data.address),
            UnsafePointer[Self.T, origin_of(self)](mlir_value=(self._data + self._length).address),
        )

    @always_inline
    def __iter__(var self) -> _OwnedListIter[Self.T]:
        """Gives the elements away, first to last: `for var x in l^`."""
        return _OwnedListIter[Self.T](self^)

    @always_inline
    def __reversed__(ref self) -> _ReversedSpanIter[Self.T, origin_of(self)._get_owned_interior["element"]]:
        """Walks the elements backwards."""
        return _ReversedSpanIter[Self.T, origin_of(self)](
            UnsafePointer[Self.T, origin_of(self)](mlir_value=self._data.address),
            UnsafePointer[Self.T, origin_of(self)](mlir_value=(self._data + self._length).address),
        )

    def __contains__(self, value: Self.T) -> Bool where conforms_to(Self.T, Equatable):
        """True when an element is equal to `value`."""
        for i in range(self._length):
            if self._data[i] == value:
                return True
        return False

    def index(self, value: Self.T, start: Int = 0, stop: Optional[Int] = None) raises -> Int where conforms_to(Self.T, Equatable):
        """The position of the first element equal to `value`; raises when there is none."""
        var first = start + self._length if start < 0 else start
        var last = stop.or_else(self._length)
        if last < 0:
            last += self._length
        for i in range(max(first, 0), min(last, self._length)):
            if self._data[i] == value:
                return i
        raise Error("ValueError: Given element is not in list")

    def count(self, value: Self.T) -> Int where conforms_to(Self.T, Equatable):
        """How many elements are equal to `value`."""
        var total = 0
        for i in range(self._length):
            if self._data[i] == value:
                total += 1
        return total

    # -- operators ----------------------------------------------------------------------------------

    def __add__(self, var other: Self) -> Self where conforms_to(Self.T, Copyable):
        """The elements of both."""
        var result = self.copy()
        result.extend(other^)
        return result^

    def __iadd__(mut self, var other: Self):
        """Adds the elements of another list."""
        self.extend(other^)

    def __mul__(self, x: Int) -> Self where conforms_to(Self.T, Copyable):
        """The elements `x` times over."""
        var result = Self(capacity=self._length * x if x > 0 else 0)
        for _ in range(x):
            for i in range(self._length):
                result.append(self._data[i].copy())
        return result^

    def __imul__(mut self, x: Int) where conforms_to(Self.T, Copyable):
        """Repeats the elements `x` times."""
        self = self * x

    def __eq__(self, other: Self) -> Bool where conforms_to(Self.T, Equatable):
        """True when all elements are equal."""
        if self._length != other._length:
            return False
        for i in range(self._length):
            if self._data[i] != other._data[i]:
                return False
        return True

    def __ne__(self, other: Self) -> Bool where conforms_to(Self.T, Equatable):
        """True when an element differs."""
        return not (self == other)

    def __lt__(self, other: Self) -> Bool where conforms_to(Self.T, Comparable):
        """Compares element by element, the first difference decides."""
        for i in range(min(self._length, other._length)):
            if self._data[i] < other._data[i]:
                return True
            if other._data[i] < self._data[i]:
                return False
        return self._length < other._length

    def __hash__[H: Hasher](self, mut hasher: H) where conforms_to(Self.T, Hashable):
        """Feeds the length and every element."""
        self._length.__hash__(hasher)
        for i in range(self._length):
            self._data[i].__hash__(hasher)

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `[1, 2]`."""
        writer.write_string("[")
        for i in range(self._length):
            if i > 0:
                writer.write_string(", ")
            write_value(self._data[i], writer)
        writer.write_string("]")

    def write_repr_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `List[Int]([Int(1), Int(2)])`."""
        writer.write_string(__type_name[Self]())
        writer.write_string("([")
        for i in range(self._length):
            if i > 0:
                writer.write_string(", ")
            self._data[i].write_repr_to(writer)
        writer.write_string("])")

    def __str__(self) -> String where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^

    def __repr__(self) -> String where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """The source form."""
        var text = String()
        self.write_repr_to(text)
        return text^

    def deinit_with[F: def(var Self.T) -> None, //](deinit self, deinit_func: F, /):
        """Ends the list; the function gets each element."""
        for i in range(self._length):
            deinit_func((self._data + i).take_pointee())
        if self._capacity > 0:
            _free(self._data.address)

    def try_index(self, value: Self.T, start: Int = 0, stop: Optional[Int] = None) -> Optional[Int] where conforms_to(Self.T, Equatable):
        """The position of the first element equal to `value`, if there is one."""
        try:
            return self.index(value, start, stop)
        except:
            return None


struct _OwnedListIter[T: AnyType](CheckedIterator, Sized):
    """Gives the elements of a list away, and ends those that nobody took."""

    comptime Element = Self.T

    var _list: List[Self.T]
    var _taken: Int

    @always_inline
    def __init__(out self, var list: List[Self.T]):
        self._list = list^
        self._taken = 0

    @always_inline
    def __deinit__(deinit self):
        destroy_n(self._list._data + self._taken, self._list._length - self._taken)
        self._list._length = 0

    @always_inline
    def __iter__(var self) -> Self:
        return self^

    @always_inline
    def __has_next__(self) -> Bool:
        return self._taken < self._list._length

    @always_inline
    def __next__(mut self) -> Self.T:
        self._taken += 1
        return (self._list._data + (self._taken - 1)).take_pointee()

    @always_inline
    def __len__(self) -> Int:
        return self._list._length - self._taken
