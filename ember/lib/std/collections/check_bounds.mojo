"""check_bounds: whether an index or a slice is within a container."""

from std.builtin.builtin_slice import ContiguousSlice
from std.builtin.debug_assert import _assert_failed, _index_failed


@always_inline
def check_bounds[T: Indexer, //, *, cpu_default: Bool = True](
    idx: T, size: Int, *, _at: StaticString = __call_site_text()
):
    """Ends the program with a message when an index is not from 0 to below `size`.

    Example:

    ```mojo
    from std.collections import check_bounds

    check_bounds(2, 3)
    print("in range")  # in range
    ```
    """
    var position = index(idx)
    if position < 0 or position >= size:
        _index_failed(Int(position), size, _at)


@always_inline
def check_slice_bounds[*, cpu_default: Bool = True](
    slice: ContiguousSlice, len: Int, *, _at: StaticString = __call_site_text()
) -> Tuple[Int, Int]:
    """Where a slice of a container begins and ends; ends the program with a message when that is outside.

    Example:

    ```mojo
    from std.builtin.builtin_slice import ContiguousSlice
    from std.collections import check_slice_bounds

    print(check_slice_bounds(ContiguousSlice(1, 3), 5))  # (1, 3)
    ```
    """
    var start = slice.start.or_else(0)
    var end = slice.end.or_else(len)
    if UInt(start) > UInt(end) or UInt(end) > UInt(len):
        _slice_failed(start, end, len, _at)
    return start, end


@no_inline
def _slice_failed(start: Int, end: Int, len: Int, location: StaticString) -> Never:
    # Ends the program because of a slice that is not within 0 … len.
    if UInt(start) > UInt(len):
        _assert_failed(location, "slice start index ", start, " is out of bounds, valid range is 0 to ", len)
    if UInt(end) > UInt(len):
        _assert_failed(location, "slice end index ", end, " is out of bounds, valid range is 0 to ", len)
    _assert_failed(location, "slice start index ", start, " is greater than slice end index ", end)
