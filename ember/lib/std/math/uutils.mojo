"""Divisions of `Int`s that are not negative, as those of unsigned numbers: shifts where the divisor is a power of two."""


@always_inline
def ufloordiv(a: Int, b: Int) -> Int:
    """The quotient, rounded down.

    Example:

    ```mojo
    from std.math.uutils import ufloordiv

    print(ufloordiv(7, 2))  # 3
    ```
    """
    return Int(UInt(a) // UInt(b))


@always_inline
def umod(a: Int, b: Int) -> Int:
    """The remainder.

    Example:

    ```mojo
    from std.math.uutils import umod

    print(umod(7, 2))  # 1
    ```
    """
    return Int(UInt(a) % UInt(b))


@always_inline
def udivmod(a: Int, b: Int) -> Tuple[Int, Int]:
    """The quotient and the remainder.

    Example:

    ```mojo
    from std.math.uutils import udivmod

    print(udivmod(7, 2))  # (3, 1)
    ```
    """
    return (ufloordiv(a, b), umod(a, b))


@always_inline
def uceildiv(a: Int, b: Int) -> Int:
    """The quotient, rounded up.

    Example:

    ```mojo
    from std.math.uutils import uceildiv

    print(uceildiv(7, 2))  # 4
    ```
    """
    return Int((UInt(a) + UInt(b) - 1) // UInt(b))
