"""Constants that live in the binary."""


@always_inline
def global_constant[T: Copyable, //, value: T]() -> ref[ImmStaticOrigin] T:
    """A compile-time value as a place in constant memory.

    Example:

    ```mojo
    from std.builtin.globals import global_constant

    comptime primes: List[Int] = [2, 3, 5]
    ref table = global_constant[primes]()
    print(table[1])  # 3
    ```
    """
    return __get_address_as_lvalue[T, ImmStaticOrigin](__constant_address[value]())
