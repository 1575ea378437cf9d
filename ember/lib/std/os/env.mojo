"""Environment variables."""

from std.ffi import external_call


def getenv(name: StringSlice[ImmAnyOrigin], default: StringSlice[ImmAnyOrigin] = "") -> String:
    """The value of a variable, or `default`.

    Example:

    ```mojo
    from std.os import getenv

    print(getenv("NO_SUCH_VARIABLE", "none"))  # none
    ```
    """
    var key = String(name)
    var found = external_call["getenv", UnsafePointer[Byte, MutAnyOrigin]](key.unsafe_cstr_ptr().address)
    if not found:
        return String(default)
    return String(unsafe_from_utf8_ptr=found)


def setenv(name: StringSlice[ImmAnyOrigin], value: StringSlice[ImmAnyOrigin], overwrite: Bool = True) -> Bool:
    """Sets a variable; gives whether that worked.

    Example:

    ```mojo
    from std.os import getenv, setenv

    _ = setenv("EXAMPLE", "1")
    print(getenv("EXAMPLE"))  # 1
    ```
    """
    var key = String(name)
    var text = String(value)
    var status = external_call["setenv", Int32](
        key.unsafe_cstr_ptr().address, text.unsafe_cstr_ptr().address, Int32(Int(overwrite))
    )
    _ = key^
    _ = text^
    return status == 0


def unsetenv(name: StringSlice[ImmAnyOrigin]) -> Bool:
    """Removes a variable; gives whether that worked.

    Example:

    ```mojo
    from std.os import getenv, setenv, unsetenv

    _ = setenv("EXAMPLE", "1")
    _ = unsetenv("EXAMPLE")
    print(getenv("EXAMPLE", "none"))  # none
    ```
    """
    var key = String(name)
    var status = external_call["unsetenv", Int32](key.unsafe_cstr_ptr().address)
    _ = key^
    return status == 0
