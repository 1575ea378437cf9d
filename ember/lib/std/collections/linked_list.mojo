"""LinkedList: elements in nodes that know their neighbours."""

from std.builtin.debug_assert import _index_failed, _position


struct Node[T: AnyType](Movable):
    """An element with its neighbours.

    Example:

    ```mojo
    from std.collections.linked_list import Node

    print(Node(7, UnsafePointer[Node[Int], MutAnyOrigin](), UnsafePointer[Node[Int], MutAnyOrigin]()).value)  # 7
    ```
    """

    var value: Self.T
    """The element."""
    var prev: UnsafePointer[Node[Self.T], MutAnyOrigin]
    """The node before, or null."""
    var next: UnsafePointer[Node[Self.T], MutAnyOrigin]
    """The node after, or null."""

    def __init__(
        out self,
        var value: Self.T,
        prev: UnsafePointer[Node[Self.T], MutAnyOrigin],
        next: UnsafePointer[Node[Self.T], MutAnyOrigin],
    ):
        """An element between two nodes."""
        comptime assert conforms_to(Self.T, Movable), "an element of a list is moved into it"
        self.value = value^
        self.prev = prev
        self.next = next


struct LinkedList[T: AnyType](
    Boolable,
    Copyable where conforms_to(T, Copyable),
    Defaultable,
    Deinitable,
    Equatable where conforms_to(T, Equatable),
    Hashable where conforms_to(T, Hashable),
    Iterable,
    Movable,
    Sized,
    Stringable where conforms_to(T, Writable) or conforms_to(T, Stringable),
    Writable where conforms_to(T, Writable) or conforms_to(T, Stringable),
):
    """A doubly linked list.

    Example:

    ```mojo
    from std.collections import LinkedList

    var names = LinkedList[Int]()
    names.append(2)
    names.prepend(1)
    print(len(names), names)  # 2 [1, 2]
    ```

    ```mojo
    from std.collections import LinkedList

    var numbers = LinkedList[Int]()
    numbers.append(1)
    numbers.insert(1, 3)
    var more = LinkedList[Int]()
    more.append(4)
    numbers.extend(more^)
    numbers.reverse()
    print(numbers, numbers.count(3))  # [4, 3, 1] 1
    print(numbers.pop())  # 1
    print(numbers.maybe_pop().value())  # 3
    numbers.clear()
    ```

    ```mojo
    from std.collections import LinkedList

    var numbers = LinkedList[Int]()
    numbers.append(7)
    print(numbers.index(7))  # 0
    ```

    ```mojo
    from std.collections import LinkedList

    def show(var x: Int):
        print(x)

    var numbers = LinkedList[Int](7)
    print(numbers.get_nth(0))  # 7
    numbers^.deinit_with(show)
    # prints: 7
    ```
    """

    comptime Element = Self.T
    """The type of the elements."""
    comptime _NodePointer = UnsafePointer[Node[Self.T], MutAnyOrigin]

    var _head: Self._NodePointer
    var _tail: Self._NodePointer
    var _size: Int

    def __init__(out self):
        """No elements."""
        self._head = Self._NodePointer()
        self._tail = Self._NodePointer()
        self._size = 0

    def __init__(out self, var *values: Self.T, __list_literal__: NoneType = None):
        """The given elements."""
        self = Self()
        var taken = values^._taken()
        for i in range(taken.__len__()):
            self.append(__get_address_as_owned_value[Self.T](taken._element_address(i)))

    def __init__(out self, *, copy: Self) where conforms_to(Self.T, Copyable):
        """Copies of all elements."""
        self = Self()
        var node = copy._head
        while node:
            self.append(node[].value.copy())
            node = node[].next

    def __deinit__(deinit self):
        """Drops all elements."""
        var node = self._head
        while node:
            var following = node[].next
            node.destroy_pointee()
            node.free()
            node = following

    def __len__(self) -> Int:
        """How many elements there are."""
        return self._size

    def __bool__(self) -> Bool:
        """True when there are elements."""
        return self._size > 0

    def append(mut self, var value: Self.T):
        """Adds an element at the end."""
        var node = Self._NodePointer.alloc(1)
        node.init_pointee_move(Node[Self.T](value^, self._tail, Self._NodePointer()))
        if self._tail:
            self._tail[].next = node
        else:
            self._head = node
        self._tail = node
        self._size += 1

    def prepend(mut self, var value: Self.T):
        """Adds an element at the start."""
        var node = Self._NodePointer.alloc(1)
        node.init_pointee_move(Node[Self.T](value^, Self._NodePointer(), self._head))
        if self._head:
            self._head[].prev = node
        else:
            self._tail = node
        self._head = node
        self._size += 1

    def _node(self, idx: Int, at: StaticString, from_end: Bool) -> UnsafePointer[Node[Self.T], MutAnyOrigin]:
        var i = _position(idx, self._size, at, from_end)
        var node = self._head
        for _ in range(i):
            node = node[].next
        return node

    def _unlink(mut self, node: UnsafePointer[Node[Self.T], MutAnyOrigin]) -> Self.T:
        comptime assert conforms_to(Self.T, Movable), "an element of a list that is taken out is moved"
        if node[].prev:
            node[].prev[].next = node[].next
        else:
            self._head = node[].next
        if node[].next:
            node[].next[].prev = node[].prev
        else:
            self._tail = node[].prev
        self._size -= 1
        var value = UnsafePointer(to=node[].value).take_pointee()
        node.free()
        return value^

    def insert(
        mut self, idx: Int, var elem: Self.T, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_is_2025()
    ):
        """Adds an element before a position; code of 2025 may count from the end, and past it means at the end."""
        var i = max(0, idx + self._size) if idx < 0 else idx
        if not _from_end and UInt(idx) > UInt(self._size):
            _index_failed(idx, self._size + 1, _at)
        if i == 0:
            self.prepend(elem^)
            return
        if i >= self._size:
            self.append(elem^)
            return
        var after = self._node(i, _at, False)
        var node = Self._NodePointer.alloc(1)
        node.init_pointee_move(Node[Self.T](elem^, after[].prev, after))
        after[].prev[].next = node
        after[].prev = node
        self._size += 1

    def pop(mut self) raises -> Self.T:
        """Removes and gives the last element; raises when there is none."""
        if not self._tail:
            raise Error("Pop on empty list.")
        return self._unlink(self._tail)

    def pop(mut self, i: Int, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_is_2025()) raises -> Self.T:
        """Removes and gives the element at a position."""
        return self._unlink(self._node(i, _at, _from_end))

    def maybe_pop(mut self) -> Optional[Self.T] where conforms_to(Self.T, Movable):
        """Removes and gives the last element, if there is one."""
        if not self._tail:
            return None
        return Optional[Self.T](self._unlink(self._tail))

    def maybe_pop(mut self, i: Int, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_is_2025()) -> Optional[Self.T] where conforms_to(Self.T, Movable):
        """Removes and gives the element at a position."""
        return Optional[Self.T](self._unlink(self._node(i, _at, _from_end)))

    def index(self, value: Self.T) raises -> Int where conforms_to(Self.T, Equatable):
        """The position of the first element equal to `value`; raises when there is none."""
        var position = 0
        var node = self._head
        while node:
            if node[].value == value:
                return position
            node = node[].next
            position += 1
        raise Error("ValueError: Given element is not in list")

    def clear(mut self) where conforms_to(Self.T, Deinitable):
        """Drops all elements."""
        while self._tail:
            _ = self._unlink(self._tail)

    def extend(mut self, var other: Self) where conforms_to(Self.T, Copyable):
        """Adds all elements of another list."""
        var node = other._head
        while node:
            self.append(node[].value.copy())
            node = node[].next
        _ = other^

    def reverse(mut self):
        """Turns the order of the elements round."""
        var node = self._head
        while node:
            var following = node[].next
            node[].next = node[].prev
            node[].prev = following
            node = following
        var head = self._head
        self._head = self._tail
        self._tail = head

    def __getitem__(ref self, idx: Int, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_counts_back()) -> ref[origin_of(self)._get_owned_interior["element"]] Self.T:
        """The element at a position."""
        return __get_address_as_lvalue[Self.T, origin_of(self)](__address_of(self._node(idx, _at, _from_end)[].value))

    def __contains__(self, value: Self.T) -> Bool where conforms_to(Self.T, Equatable):
        """True when an element is equal to `value`."""
        var node = self._head
        while node:
            if node[].value == value:
                return True
            node = node[].next
        return False

    def count(self, elem: Self.T) -> Int where conforms_to(Self.T, Equatable):
        """How many elements are equal to `elem`."""
        var total = 0
        var node = self._head
        while node:
            if node[].value == elem:
                total += 1
            node = node[].next
        return total

    @always_inline
    def __iter__(ref self) -> _LinkedListIter[Self.T, origin_of(self)._get_owned_interior["element"]]:
        """Walks the elements."""
        return _LinkedListIter[Self.T, origin_of(self)](self._head, True)

    @always_inline
    def __iter__(var self) -> _OwnedLinkedListIter[Self.T]:
        """Gives the elements away, first to last: `for var x in l^`."""
        return _OwnedLinkedListIter[Self.T](self^)

    @always_inline
    def __reversed__(ref self) -> _LinkedListIter[Self.T, origin_of(self)._get_owned_interior["element"]]:
        """Walks the elements backwards."""
        return _LinkedListIter[Self.T, origin_of(self)](self._tail, False)

    def __hash__[H: Hasher](self, mut hasher: H) where conforms_to(Self.T, Hashable):
        """Feeds the length and every element."""
        len(self).__hash__(hasher)
        for element in self:
            element.__hash__(hasher)

    def __eq__(self, other: Self) -> Bool where conforms_to(Self.T, Equatable):
        """True when all elements are equal."""
        if self._size != other._size:
            return False
        var a = self._head
        var b = other._head
        while a:
            if a[].value != b[].value:
                return False
            a = a[].next
            b = b[].next
        return True

    def __ne__(self, other: Self) -> Bool where conforms_to(Self.T, Equatable):
        """True when an element differs."""
        return not (self == other)

    def write_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `[1, 2]`."""
        writer.write_string("[")
        var node = self._head
        while node:
            writer.write(node[].value)
            node = node[].next
            if node:
                writer.write_string(", ")
        writer.write_string("]")

    def write_repr_to(self, mut writer: Some[Writer]) where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """Writes `LinkedList[Int]([Int(1), Int(2)])`."""
        writer.write_string(__type_name[Self]())
        writer.write_string("([")
        var node = self._head
        while node:
            node[].value.write_repr_to(writer)
            node = node[].next
            if node:
                writer.write_string(", ")
        writer.write_string("])")

    def __str__(self) -> String where conforms_to(Self.T, Writable) or conforms_to(Self.T, Stringable):
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^

    def deinit_with[F: def(var Self.T) -> None, //](deinit self, deinit_func: F, /):
        """Ends the list; the function gets each element."""
        var node = self._head
        while node:
            var following = node[].next
            deinit_func(UnsafePointer(to=node[].value).take_pointee())
            node.free()
            node = following

    def get_nth[I: Indexer, //](ref self, idx: I, *, _at: StaticString = __call_site_text()) -> ref[origin_of(self)._get_owned_interior["element"]] Self.T:
        """The element at a position, counted from the start."""
        return __get_address_as_lvalue[Self.T, origin_of(self)](__address_of(self._node(Int(index(idx)), _at, False)[].value))


@fieldwise_init
struct _LinkedListIter[T: AnyType, origin: Origin](Iterable, CheckedIterator, TrivialRegisterPassable):
    """Walks the elements of a LinkedList."""

    comptime Element = Self.T

    var node: UnsafePointer[Node[Self.T], MutAnyOrigin]
    var forward: Bool

    @always_inline
    def __iter__(self) -> Self:
        return self

    @always_inline
    def __has_next__(self) -> Bool:
        return Bool(self.node)

    @always_inline
    def __next__(mut self) -> ref[Self.origin] Self.T:
        var current = self.node
        self.node = current[].next if self.forward else current[].prev
        return __get_address_as_lvalue[Self.T, Self.origin](__address_of(current[].value))


struct _OwnedLinkedListIter[T: AnyType](CheckedIterator, Sized):
    """Gives the elements of a list away; those that nobody took end with it."""

    comptime Element = Self.T

    var _list: LinkedList[Self.T]

    @always_inline
    def __init__(out self, var list: LinkedList[Self.T]):
        self._list = list^

    @always_inline
    def __iter__(var self) -> Self:
        return self^

    @always_inline
    def __has_next__(self) -> Bool:
        return self._list._size > 0

    @always_inline
    def __next__(mut self) -> Self.T:
        return self._list._unlink(self._list._head)

    @always_inline
    def __len__(self) -> Int:
        return self._list._size
