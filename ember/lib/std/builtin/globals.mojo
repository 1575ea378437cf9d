"""Constants that live in the binary."""


@always_inline
def global_constant[T: Copyable, //, value: T]() -> ref[ImmStaticOrigin] T:
    """A compile-time value as a place in constant memory."""
    return __get_address_as_lvalue[T, ImmStaticOrigin](__constant_address[value]())
