"""Reading a value as another type that is in fact the same."""


@always_inline
def rebind_var[src: AnyType, //, dest: AnyType](var value: src) -> dest:
    """Moves a value whose type is known by the programmer to be `dest`."""
    return __get_address_as_owned_value[dest](__address_of(value))


@always_inline
def trait_downcast[T: AnyType, //](value: T) -> T:
    """The value: traits are checked when code is instantiated, so nothing is left to do."""
    return value
