"""Calling C: functions by name, the C number types, shared libraries."""

from std.ffi.cstring import CStringSlice
from std.ffi.errno import ErrNo
from std.ffi.dynamic import DLHandle, OwnedDLHandle, RTLD

comptime c_char = Int8
"""The `char` of C.

Example:

```mojo
from std.ffi import c_int, external_call

print(external_call["abs", c_int](c_int(-3)))  # 3
```
"""
comptime c_uchar = UInt8
"""The `unsigned char` of C."""
comptime c_short = Int16
"""The `short` of C."""
comptime c_ushort = UInt16
"""The `unsigned short` of C."""
comptime c_int = Int32
"""The `int` of C."""
comptime c_uint = UInt32
"""The `unsigned int` of C."""
comptime c_long = Int64
"""The `long` of C."""
comptime c_ulong = UInt64
"""The `unsigned long` of C."""
comptime c_long_long = Int64
"""The `long long` of C."""
comptime c_ulong_long = UInt64
"""The `unsigned long long` of C."""
comptime c_size_t = UInt
"""The `size_t` of C."""
comptime c_ssize_t = Int
"""The `ssize_t` of C."""
comptime c_float = Float32
"""The `float` of C."""
comptime c_double = Float64
"""The `double` of C."""
comptime c_pid_t = Int32
"""The `pid_t` of C."""
comptime MAX_PATH = 4096
"""How many bytes a path has at most."""
comptime OpaquePointer = UnsafePointer[NoneType, MutAnyOrigin]
"""The `void *` of C."""


@always_inline
def external_call[callee: StringLiteral, return_type: AnyType, *Ts: AnyType](*args: *Ts) -> return_type:
    """Calls the C function named `callee`.

    Example:

    ```mojo
    from std.ffi import external_call

    print(external_call["toupper", Int32](Int32(97)))  # 65
    ```
    """
    return __mlir_op.`pop.external_call`[name=callee, fixed=-1, _type=return_type](*args)


@always_inline
def _external_call_variadic[
    callee: StringLiteral, return_type: AnyType, fixed: Int, *Ts: AnyType
](*args: *Ts) -> return_type:
    # Calls a C function with `...`, of whose arguments the first `fixed` are named.
    return __mlir_op.`pop.external_call`[name=callee, fixed=fixed, _type=return_type](*args)


def get_errno() -> ErrNo:
    """The last error of the C library.

    Example:

    ```mojo
    from std.ffi import external_call, get_errno

    _ = external_call["close", Int32](Int32(-1))
    print(get_errno(), get_errno().value)  # Bad file descriptor 9
    ```
    """
    var place = external_call["__errno_location", UnsafePointer[Int32, MutAnyOrigin]]()
    return ErrNo(place[])


def set_errno(error: ErrNo):
    """Sets the last error of the C library.

    Example:

    ```mojo
    from std.ffi import ErrNo, get_errno, set_errno

    set_errno(ErrNo.ENOENT)
    print(get_errno() == ErrNo.ENOENT)  # True
    ```
    """
    var place = external_call["__errno_location", UnsafePointer[Int32, MutAnyOrigin]]()
    place[] = error.value
