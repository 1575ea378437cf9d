"""reversed: backwards."""


@always_inline
def reversed[T: AnyType](ref value: T) -> type_of(value.__reversed__()):
    """The elements from last to first."""
    return value.__reversed__()
