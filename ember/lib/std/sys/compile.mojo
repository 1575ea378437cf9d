"""What may not be compiled."""


@always_inline
def codegen_unreachable[cond: Bool, msg: StaticString, *extra: StaticString]():
    """A mistake at compile time where a condition holds, in code that should not be compiled then.

    Example:

    ```mojo
    from std.sys import codegen_unreachable

    def half[n: Int]() -> Int:
        codegen_unreachable[n % 2 != 0, "the number must be even"]()
        return n // 2

    print(half[8]())  # 4
    ```
    """
    comptime assert not cond, msg
