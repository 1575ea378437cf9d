"""len: how many elements."""


@always_inline
def len[T: Sized](value: T) -> Int:
    """How many elements `value` has.

    Example:

    ```mojo
    print(len([1, 2, 3]), len((4, "five")))  # 3 2
    ```
    """
    return value.__len__()


@always_inline
def len[T: SizedRaising](value: T) raises -> Int:
    """How many elements `value` has; raises when that is not known."""
    return value.__len__()
