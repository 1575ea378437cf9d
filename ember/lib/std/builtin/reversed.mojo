"""reversed: backwards."""

from std.builtin.value import ReversibleRange


@always_inline
def reversed[T: AnyType](ref value: T) -> type_of(value.__reversed__()):
    """The elements from last to first.

    Example:

    ```mojo
    for x in reversed([1, 2, 3]):
        print(x, end=" ")  # 3 2 1
    ```
    """
    return value.__reversed__()
