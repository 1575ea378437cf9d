"""Questions about types whose values are just bytes; `std.traits` has them as constants."""


def is_trivially_copyable[T: Copyable]() -> Bool:
    """Whether copying is copying bytes.

    Example:

    ```mojo
    from std.memory import is_trivially_copyable

    print(is_trivially_copyable[Int](), is_trivially_copyable[String]())  # True False
    ```
    """
    return __trivially_copyable[T]()


def is_trivially_movable[T: Movable]() -> Bool:
    """Whether moving is copying bytes.

    Example:

    ```mojo
    from std.memory import is_trivially_movable

    print(is_trivially_movable[List[Int]]())  # True
    ```
    """
    return __trivially_movable[T]()


def is_trivially_deletable[T: AnyType]() -> Bool:
    """Whether nothing happens when a value is dropped.

    Example:

    ```mojo
    from std.memory import is_trivially_deletable

    print(is_trivially_deletable[Int](), is_trivially_deletable[String]())  # True False
    ```
    """
    return __trivially_destructible[T]()
