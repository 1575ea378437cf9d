"""Functions of the C library that have no better place."""

from std.ffi import external_call


@always_inline
def getpid() -> Int32:
    """The id of this process.

    Example:

    ```mojo
    from std.sys._libc import getpid

    print(getpid() > 0)  # True
    ```
    """
    return external_call["getpid", Int32]()
