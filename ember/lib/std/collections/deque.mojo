"""Deque: elements added and removed at both ends."""

from std.format import write_value
from std.builtin.debug_assert import _position


struct Deque[T: AnyType](
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
    """A ring of elements in one piece of memory that grows as needed.

    Example:

    ```mojo
    from std.collections import Deque

    var line: Deque[Int] = [2, 3]
    line.appendleft(1)
    line.append(4)
    print(line.popleft(), line.pop(), len(line))  # 1 4 2
    ```

    ```mojo
    from std.collections import Deque

    var line: Deque[Int] = [2, 3]
    line.extend([4, 5])
    line.extendleft([1])
    print(line.peekleft(), line.peek(), line.index(3), line.count(4))  # 1 5 2 1
    line.rotate(1)
    line.reverse()
    line.insert(0, 9)
    line.remove(3)
    print(line)  # [9, 4, 2, 1, 5]
    line.clear()
    print(len(line))  # 0
    ```

    ```mojo
    from std.collections import Deque

    def show(var x: Int):
        print(x)

    var numbers = Deque[Int](7)
    numbers^.deinit_with(show)
    # prints: 7
    ```
    """

    comptime Element = Self.T
    """The type of the elements."""
    comptime default_capacity = 64
    """How many elements there is room for at first."""

    var _data: UnsafePointer[Self.T, MutAnyOrigin]
    var _head: Int
    var _count: Int
    var _capacity: Int
    var _min_capacity: Int
    var _maxlen: Int
    var _shrink: Bool

    def __init__(
        out self,
        *,
        var elements: Optional[List[Self.T]] = None,
        capacity: Int = 64,
        min_capacity: Int = 64,
        maxlen: Int = -1,
        shrink: Bool = True,
    ):
        """Elements from a list, if given; `maxlen` limits how many are kept."""
        self._capacity = 1
        while self._capacity < capacity:
            self._capacity *= 2
        self._data = UnsafePointer[Self.T, MutAnyOrigin].alloc(self._capacity)
        self._head = 0
        self._count = 0
        self._min_capacity = min_capacity
        self._maxlen = maxlen
        self._shrink = shrink
        if elements:
            self.extend(elements.take())

    def __init__(out self, var *values: Self.T, __list_literal__: NoneType = None):
        """The given elements."""
        self = Self()
        var taken = values^._taken()
        for i in range(taken.__len__()):
            self.append(__get_address_as_owned_value[Self.T](taken._element_address(i)))

    def __init__(out self, *, copy: Self) where conforms_to(Self.T, Copyable):
        """Copies of all elements."""
        self = Self(
            capacity=copy._capacity, min_capacity=copy._min_capacity, maxlen=copy._maxlen, shrink=copy._shrink
        )
        for i in range(copy._count):
            self.append(copy._place(i)[].copy())

    def __deinit__(deinit self):
        """Drops all elements."""
        for i in range(self._count):
            self._place(i).destroy_pointee()
        self._data.free()

    @always_inline
    def _place(self, i: Int) -> UnsafePointer[Self.T, MutAnyOrigin]:
        # Where element `i` is; the capacity is a power of two.
        return self._data + ((self._head + i) & (self._capacity - 1))

    def _grow(mut self):
        var data = UnsafePointer[Self.T, MutAnyOrigin].alloc(self._capacity * 2)
        for i in range(self._count):
            (data + i).init_pointee_move_from(self._place(i))
        self._data.free()
        self._data = data
        self._head = 0
        self._capacity *= 2

    @always_inline
    def __len__(self) -> Int:
        """How many elements there are."""
        return self._count

    @always_inline
    def __bool__(self) -> Bool:
        """True when there are elements."""
        return self._count > 0

    def append(mut self, var value: Self.T):
        """Adds an element at the end."""
        comptime assert conforms_to(Self.T, Deinitable), "a full deque drops elements"
        if self._maxlen >= 0 and self._count == self._maxlen:
            if self._maxlen == 0:
                return
            self._drop_first()
        if self._count == self._capacity:
            self._grow()
        self._place(self._count).init_pointee_move(value^)
        self._count += 1

    def appendleft(mut self, var value: Self.T):
        """Adds an element at the start."""
        comptime assert conforms_to(Self.T, Deinitable), "a full deque drops elements"
        if self._maxlen >= 0 and self._count == self._maxlen:
            if self._maxlen == 0:
                return
            self._count -= 1
            self._place(self._count).destroy_pointee()
        if self._count == self._capacity:
            self._grow()
        self._head = (self._head - 1) & (self._capacity - 1)
        self._place(0).init_pointee_move(value^)
        self._count += 1

    def _drop_first(mut self):
        self._place(0).destroy_pointee()
        self._head = (self._head + 1) & (self._capacity - 1)
        self._count -= 1

    def extend(mut self, var values: List[Self.T]):
        """Adds the elements of a list at the end."""
        for i in range(len(values)):
            self.append((values._data + i).take_pointee())
        values._length = 0

    def extendleft(mut self, var values: List[Self.T]):
        """Adds the elements of a list at the start, one after the other."""
        for i in range(len(values)):
            self.appendleft((values._data + i).take_pointee())
        values._length = 0

    def pop(mut self) raises -> Self.T:
        """Removes and gives the last element; raises when there is none."""
        if self._count == 0:
            raise Error("IndexError: Deque is empty")
        self._count -= 1
        return self._place(self._count).take_pointee()

    def popleft(mut self) raises -> Self.T where conforms_to(Self.T, Movable):
        """Removes and gives the first element; raises when there is none."""
        if self._count == 0:
            raise Error("IndexError: Deque is empty")
        var value = self._place(0).take_pointee()
        self._head = (self._head + 1) & (self._capacity - 1)
        self._count -= 1
        return value^

    def peek(self) raises -> Self.T where conforms_to(Self.T, Copyable):
        """A copy of the last element; raises when there is none."""
        if self._count == 0:
            raise Error("IndexError: Deque is empty")
        return self._place(self._count - 1)[].copy()

    def peekleft(self) raises -> Self.T where conforms_to(Self.T, Copyable):
        """A copy of the first element; raises when there is none."""
        if self._count == 0:
            raise Error("IndexError: Deque is empty")
        return self._place(0)[].copy()

    def insert(mut self, idx: Int, var value: Self.T) raises:
        """Adds an element before a position."""
        comptime assert conforms_to(Self.T, Deinitable), "a full deque drops elements"
        if self._maxlen >= 0 and self._count == self._maxlen:
            raise Error("IndexError: Deque is already at its maximum size")
        var place = idx + self._count if idx < 0 else idx
        place = max(0, min(place, self._count))
        if self._count == self._capacity:
            self._grow()
        for k in range(self._count, place, -1):
            self._place(k).init_pointee_move_from(self._place(k - 1))
        self._place(place).init_pointee_move(value^)
        self._count += 1

    def remove(mut self, value: Self.T) raises where conforms_to(Self.T, Equatable):
        """Removes the first element equal to `value`; raises when there is none."""
        var place = self.index(value)
        self._place(place).destroy_pointee()
        for k in range(place + 1, self._count):
            self._place(k - 1).init_pointee_move_from(self._place(k))
        self._count -= 1

    def index(self, value: Self.T, start: Int = 0, stop: Optional[Int] = None) raises -> Int where conforms_to(Self.T, Equatable):
        """The position of the first element equal to `value`; raises when there is none."""
        var last = min(stop.or_else(self._count), self._count)
        for i in range(max(start, 0), last):
            if self._place(i)[] == value:
                return i
        raise Error("ValueError: Given element is not in deque")

    def count(self, value: Self.T) -> Int where conforms_to(Self.T, Equatable):
        """How many elements are equal to `value`."""
        var total = 0
        for i in range(self._count):
            if self._place(i)[] == value:
                total += 1
        return total

    def clear(mut self):
        """Drops all elements."""
        for i in range(self._count):
            self._place(i).destroy_pointee()
        self._count = 0
        self._head = 0

    def reverse(mut self):
        """Turns the order of the elements round."""
        for i in range(self._count // 2):
            self._place(i).swap_pointees(self._place(self._count - 1 - i))

    def rotate(mut self, n: Int = 1):
        """Moves `n` elements from the end to the start."""
        if self._count < 2:
            return
        for _ in range(n % self._count):
            var value = self._place(self._count - 1).take_pointee()
            self._head = (self._head - 1) & (self._capacity - 1)
            self._place(0).init_pointee_move(value^)

    @always_inline
    def __getitem__(ref self, idx: Int, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_counts_back()) -> ref[origin_of(self)._get_owned_interior["element"]] Self.T:
        """The element at a position; code of 2025 may count from the end with negative ones."""
        var i = _position(idx, self._count, _at, _from_end)
        return __get_address_as_lvalue[Self.T, origin_of(self)](self._place(i).address)

    def __contains__(self, value: Self.T) -> Bool where conforms_to(Self.T, Equatable):
        """True when an element is equal to `value`."""
        return self.count(value) > 0

    @always_inline
    def __iter__(ref self) -> _DequeIter[Self.T, origin_of(self)._get_owned_interior["element"]]:
        """Walks the elements."""
        return _DequeIter[Self.T, origin_of(self)](self._data, self._head, self._capacity - 1, 0, self._count, 1)

    @always_inline
    def __iter__(var self) -> _OwnedDequeIter[Self.T]:
        """Gives the elements away, first to last: `for var x in d^`."""
        return _OwnedDequeIter[Self.T](self^)

    @always_inline
    def __reversed__(ref self) -> _DequeIter[Self.T, origin_of(self)._get_owned_interior["element"]]:
        """Walks the elements backwards."""
        return _DequeIter[Self.T, origin_of(self)](self._data, self._head, self._capacity - 1, self._count - 1, -1, -1)

    def __hash__[H: Hasher](self, mut hasher: H) where conforms_to(Self.T, Hashable):
        """Feeds the length and every element."""
        len(self).__hash__(hasher)
        for element in self:
            element.__hash__(hasher)

    def __eq__(self, other: Self) -> Bool where conforms_to(Self.T, Equatable):
        """True when all elements are equal."""
        if self._count != other._count:
            return False
        for i in range(self._count):
            if self._place(i)[] != other._place(i)[]:
                return False
        return True

    def __ne__(self, other: Self) -> Bool where conforms_to(Self.T, Equatable):
        """True when an element differs."""
        return not (self == other)

    def __add__(self, other: Self) -> Self where conforms_to(Self.T, Copyable):
        """The elements of both."""
        var result = self.copy()
        for i in range(other._count):
            result.append(other._place(i)[].copy())
        return result^

    def __iadd__(mut self, other: Self) where conforms_to(Self.T, Copyable):
        """Adds the elements of another Deque."""
        for i in range(other._count):
            self.append(other._place(i)[].copy())

    def __mul__(self, n: Int) -> Self where conforms_to(Self.T, Copyable):
        """The elements `n` times over."""
        var result = Self(min_capacity=self._min_capacity, maxlen=self._maxlen, shrink=self._shrink)
        for _ in range(n):
            for i in range(self._count):
                result.append(self._place(i)[].copy())
        return result^

    def __imul__(mut self, n: Int) where conforms_to(Self.T, Copyable):
        """Repeats the elements `n` times."""
        self = self * n

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `[1, 2]`."""
        writer.write_string("[")
        for i in range(self._count):
            if i > 0:
                writer.write_string(", ")
            write_value(self._place(i)[], writer)
        writer.write_string("]")

    def write_repr_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `Deque[Int]([Int(1), Int(2)])`."""
        writer.write_string(__type_name[Self]())
        writer.write_string("([")
        for i in range(self._count):
            if i > 0:
                writer.write_string(", ")
            self._place(i)[].write_repr_to(writer)
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
        """Ends the queue; the function gets each element."""
        for i in range(self._count):
            deinit_func((self._data + ((self._head + i) & (self._capacity - 1))).take_pointee())
        self._data.free()


@fieldwise_init
struct _DequeIter[T: AnyType, origin: Origin](Iterable, CheckedIterator, Sized, TrivialRegisterPassable):
    """Walks the elements of a Deque."""

    comptime Element = Self.T

    var data: UnsafePointer[Self.T, MutAnyOrigin]
    var head: Int
    var mask: Int
    var position: Int
    var end: Int
    var step: Int

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __len__(self) -> Int:
        return (self.end - self.position) * self.step

    @always_inline
    def __has_next__(self) -> Bool:
        return self.position != self.end

    @always_inline
    def __next__(mut self) -> ref[Self.origin] Self.T:
        var place = self.data + ((self.head + self.position) & self.mask)
        self.position += self.step
        return __get_address_as_lvalue[Self.T, Self.origin](place.address)


struct _OwnedDequeIter[T: AnyType](CheckedIterator, Sized):
    """Gives the elements of a deque away; those that nobody took end with it."""

    comptime Element = Self.T

    var _deque: Deque[Self.T]

    @always_inline
    def __init__(out self, var deque: Deque[Self.T]):
        self._deque = deque^

    @always_inline
    def __iter__(var self) -> Self:
        return self^

    @always_inline
    def __has_next__(self) -> Bool:
        return self._deque._count > 0

    @always_inline
    def __next__(mut self) -> Self.T:
        var place = self._deque._place(0)
        self._deque._head = (self._deque._head + 1) & (self._deque._capacity - 1)
        self._deque._count -= 1
        return place.take_pointee()

    @always_inline
    def __len__(self) -> Int:
        return self._deque._count
