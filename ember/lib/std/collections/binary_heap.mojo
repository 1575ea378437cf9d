"""BinaryHeap: the largest element first."""

from std.builtin.debug_assert import _assert_failed


struct BinaryHeap[T: Comparable & Copyable & Deinitable](Copyable, Defaultable, Movable, Sized):
    """Elements of which the largest is at hand.

    Example:

    ```mojo
    from std.collections import BinaryHeap

    var heap = BinaryHeap[Int](capacity=3)
    for number in [5, 9, 2]:
        heap.push(number)
    print(heap.peek(), len(heap))  # 9 3
    print(heap.pop(), heap.pop(), heap.pop())  # 9 5 2
    heap.clear()
    ```
    """

    var _data: List[Self.T]

    def __init__(out self):
        """No elements."""
        self._data = List[Self.T]()

    def __init__(out self, *, capacity: Int):
        """No elements, with room for some."""
        self._data = List[Self.T](capacity=capacity)

    def __len__(self) -> Int:
        """How many elements there are."""
        return len(self._data)

    def clear(mut self):
        """Drops all elements."""
        self._data.clear()

    def peek(ref self, *, _at: StaticString = __call_site_text()) -> ref[self._data] Self.T:
        """The largest element, which stays; there must be one."""
        if len(self._data) == 0:
            _assert_failed(_at, "BinaryHeap.peek requires a non-empty heap.")
        return self._data[0]

    def push(mut self, var val: Self.T):
        """Adds an element: it rises as long as it is larger than the one above it."""
        self._data.append(val^)
        var place = len(self._data) - 1
        while place > 0:
            var above = (place - 1) // 2
            if not (self._data[above] < self._data[place]):
                break
            self._data.swap_elements(above, place)
            place = above

    def pop(mut self, *, _at: StaticString = __call_site_text()) -> Self.T:
        """Takes the largest element; there must be one."""
        if len(self._data) == 0:
            _assert_failed(_at, "BinaryHeap.pop requires a non-empty heap.")
        self._data.swap_elements(0, len(self._data) - 1)
        var largest = self._data.pop()
        self._sink()
        return largest^

    def _sink(mut self):
        # The first element sinks as long as one below it is larger.
        var place = 0
        while True:
            var below = 2 * place + 1
            if below >= len(self._data):
                return
            if below + 1 < len(self._data) and self._data[below] < self._data[below + 1]:
                below += 1
            if not (self._data[place] < self._data[below]):
                return
            self._data.swap_elements(place, below)
            place = below
