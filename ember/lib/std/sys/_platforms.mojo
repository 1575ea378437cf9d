"""platform_map: a value for each operating system."""

from std.sys.info import CompilationTarget


def platform_map[
    T: Copyable & Deinitable, //, operation: StaticString = "this operation", *, linux: T, macos: T
]() -> type_of(materialize[linux]()):
    """The value for the operating system that code is made for.

    Parameters:
        T: The type of the values.
        operation: What needs it, for the message where there is none.
        linux: The value for Linux.
        macos: The value for macOS.

    Example:

    ```mojo
    from std.sys.info import platform_map

    print(platform_map["open", linux=512, macos=8]())  # 512
    ```
    """
    comptime if CompilationTarget.is_linux():
        return materialize[linux]()
    else:
        return platform_map[operation, macos=macos]()


def platform_map[
    T: Copyable & Deinitable, //, operation: StaticString = "this operation", *, linux: T
]() -> type_of(materialize[linux]()):
    """The value for Linux; code for another system fails to compile."""
    comptime assert CompilationTarget.is_linux(), operation + " exists on Linux only"
    return materialize[linux]()


def platform_map[
    T: Copyable & Deinitable, //, operation: StaticString = "this operation", *, macos: T
]() -> type_of(materialize[macos]()):
    """The value for macOS; code for another system fails to compile."""
    comptime assert CompilationTarget.is_macos(), operation + " exists on macOS only"
    return materialize[macos]()
