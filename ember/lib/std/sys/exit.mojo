"""Ending the process."""

from std.ffi import external_call


def exit():
    """Ends the process with status 0.

    Example:

    ```mojo no-run
    from std.sys import exit

    exit(3)
    ```
    """
    external_call["exit", NoneType](Int32(0))


def exit[T: Intable](code: T):
    """Ends the process with a status."""
    external_call["exit", NoneType](Int32(code.__int__()))
