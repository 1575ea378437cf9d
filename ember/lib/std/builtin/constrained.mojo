"""Compile-time checks in the spelling of 2025."""


@always_inline
def constrained[cond: Bool, msg: StringLiteral = "param assertion failed", *extra: StringLiteral]():
    """Stops compilation with `msg` unless `cond` holds.

    Example:

    ```mojo
    def half[n: Int]() -> Int:
        constrained[n % 2 == 0, "n must be even"]()
        return n // 2

    print(half[6]())  # 3
    ```
    """
    comptime assert cond, msg
