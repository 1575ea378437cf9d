"""sort: puts elements in order."""

from std.memory.span import Span


def sort[
    T: Copyable, //, cmp_fn: def(T, T) capturing -> Bool, *, stable: Bool = False
](span: Span[mut=True, T, _]):
    """Sorts with a function that says whether its first argument comes first.

    Example:

    ```mojo
    var numbers = [3, 1, 2]
    sort(numbers)
    print(numbers)  # [1, 2, 3]

    def larger(a: Int, b: Int) -> Bool:
        return a > b

    sort(numbers, larger)
    print(numbers)  # [3, 2, 1]
    ```
    """
    _merge_sort(span._data.as_unsafe_any_origin(), len(span), cmp_fn)


def sort[T: Copyable, //, cmp_fn: def(T, T) capturing -> Bool, *, stable: Bool = False](mut list: List[T]):
    """Sorts a list with a function that says whether its first argument comes first."""
    _merge_sort(list._data, len(list), cmp_fn)


def sort[T: Copyable, F: def(T, T) -> Bool, //, *, stable: Bool = False](span: Span[mut=True, T, _], cmp_fn: F):
    """Sorts with a function that says whether its first argument comes first."""
    _merge_sort(span._data.as_unsafe_any_origin(), len(span), cmp_fn)


def sort[T: Copyable, F: def(T, T) -> Bool, //, *, stable: Bool = False](mut list: List[T], cmp_fn: F):
    """Sorts a list with a function that says whether its first argument comes first."""
    _merge_sort(list._data, len(list), cmp_fn)


def sort[T: Copyable & Comparable, //, *, stable: Bool = False](span: Span[mut=True, T, _]):
    """Sorts by `<`."""
    _merge_sort(span._data.as_unsafe_any_origin(), len(span), _comes_first[T])


def sort[T: Copyable & Comparable, //, *, stable: Bool = False](mut list: List[T]):
    """Sorts a list by `<`."""
    _merge_sort(list._data, len(list), _comes_first[T])


def sorted[T: AnyType](ref values: T) -> List[type_of(values.__iter__()).Element]:
    """All elements in a new list, by `<`.

    Example:

    ```mojo
    var numbers = [3, 1, 2]
    print(sorted(numbers), numbers)  # [1, 2, 3] [3, 1, 2]
    ```
    """
    var result = List[type_of(values.__iter__()).Element]()
    for value in values:
        result.append(value.copy())
    sort(result)
    return result^


def _comes_first[T: Comparable](a: T, b: T) -> Bool:
    return a < b


def partition[T: Copyable & Comparable, //](span: Span[mut=True, T, _], k: Int):
    """Puts the `k` smallest elements first.

    Example:

    ```mojo
    var numbers = [5, 1, 4, 2]
    partition(Span(numbers), 2)
    sort(Span(numbers)[:2])
    print(numbers[0], numbers[1])  # 1 2
    ```
    """
    sort(span)


def partition[T: Copyable, F: def(T, T) -> Bool, //](span: Span[mut=True, T, _], k: Int, cmp_fn: F):
    """Puts the `k` elements first that come before the others."""
    sort(span, cmp_fn)


def partition[T: Copyable, //, cmp_fn: def(T, T) capturing -> Bool](span: Span[mut=True, T, _], k: Int):
    """Puts the `k` elements first that come before the others."""
    sort[cmp_fn](span)


def _merge_sort[T: Copyable, F: AnyType, //](data: UnsafePointer[T, MutAnyOrigin], count: Int, comes_first: F):
    # Insertion sort of short runs, then merging through one buffer. Stable.
    comptime RUN = 16
    for start in range(0, count, RUN):
        _insertion_sort(data + start, min(RUN, count - start), comes_first)
    if count <= RUN:
        return
    var buffer = UnsafePointer[T, MutAnyOrigin].alloc(count)
    var width = RUN
    while width < count:
        for start in range(0, count - width, 2 * width):
            _merge(data + start, width, min(2 * width, count - start), buffer, comes_first)
        width *= 2
    buffer.free()


def _insertion_sort[T: Copyable, F: AnyType, //](data: UnsafePointer[T, MutAnyOrigin], count: Int, comes_first: F):
    for i in range(1, count):
        var value = (data + i).take_pointee()
        var place = i
        while place > 0 and comes_first(value, data[place - 1]):
            (data + place).init_pointee_move_from(data + (place - 1))
            place -= 1
        (data + place).init_pointee_move(value^)


def _merge[
    T: Copyable, F: AnyType, //
](
    data: UnsafePointer[T, MutAnyOrigin],
    middle: Int,
    count: Int,
    buffer: UnsafePointer[T, MutAnyOrigin],
    comes_first: F,
):
    # Merges data[0:middle] and data[middle:count]; the first half waits in the buffer.
    if not comes_first(data[middle], data[middle - 1]):
        return
    for i in range(middle):
        (buffer + i).init_pointee_move_from(data + i)
    var left = 0
    var right = middle
    var place = 0
    while left < middle and right < count:
        var from_right = comes_first(data[right], buffer[left])
        comptime if __trivially_movable[T]():
            # Without a branch: a processor would guess wrong half of the time. Where comparing means following pointers,
            # its guesses are worth more, since it fetches ahead.
            var source = data + right if from_right else buffer + left
            (data + place).init_pointee_move_from(source)
            right += Int(from_right)
            left += 1 - Int(from_right)
        else:
            if from_right:
                (data + place).init_pointee_move_from(data + right)
                right += 1
            else:
                (data + place).init_pointee_move_from(buffer + left)
                left += 1
        place += 1
    for i in range(left, middle):
        (data + place + i - left).init_pointee_move_from(buffer + i)
