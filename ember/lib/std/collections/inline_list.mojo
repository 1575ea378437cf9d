"""InlineList: up to a fixed number of elements, in place."""

from std.builtin.debug_assert import _index_failed
from std.memory.span import _SpanIter


struct InlineList[T: AnyType, capacity: Int = 16](Deinitable, Movable, Sized):
    """At most `capacity` elements without heap memory.

    Example:

    ```mojo
    from std.collections.inline_list import InlineList

    var numbers = InlineList[Int, 4]()
    numbers.append(7)
    print(len(numbers), numbers[0])  # 1 7
    ```
    """

    comptime Element = Self.T
    """The type of the elements."""

    var _items: InlineArray[Self.T, Self.capacity, run_destructors=False]
    var _size: Int

    def __init__(out self):
        """No elements."""
        self._items = InlineArray[Self.T, Self.capacity, run_destructors=False](uninitialized=True)
        self._size = 0

    def __deinit__(deinit self):
        """Drops all elements."""
        for i in range(self._size):
            (self._items.unsafe_ptr() + i).destroy_pointee()

    def __len__(self) -> Int:
        """How many elements there are."""
        return self._size

    def append(mut self, var value: Self.T):
        """Adds an element at the end."""
        if self._size >= Self.capacity:
            _index_failed(self._size, Self.capacity, "inline list")
        (self._items.unsafe_ptr() + self._size).init_pointee_move(value^)
        self._size += 1

    @always_inline
    def __getitem__(ref self, idx: Int, *, _at: StaticString = __call_site_text()) -> ref[origin_of(self)._get_owned_interior["element"]] Self.T:
        """The element at a position."""
        if idx < 0 or idx >= self._size:
            _index_failed(idx, self._size, _at)
        return __get_address_as_lvalue[Self.T, origin_of(self)]((self._items.unsafe_ptr() + idx).address)

    @always_inline
    def __iter__(ref self) -> _SpanIter[Self.T, origin_of(self)._get_owned_interior["element"]]:
        """Walks the elements."""
        return _SpanIter[Self.T, origin_of(self)](
            UnsafePointer[Self.T, origin_of(self)](mlir_value=self._items.unsafe_ptr().address),
            UnsafePointer[Self.T, origin_of(self)](mlir_value=(self._items.unsafe_ptr() + self._size).address),
        )
