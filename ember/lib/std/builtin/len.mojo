"""len: how many elements."""


@always_inline
def len[T: Sized](value: T) -> Int:
    """How many elements `value` has."""
    return value.__len__()
