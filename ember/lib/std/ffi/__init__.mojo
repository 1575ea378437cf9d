"""Calling C: functions by name, the C number types, shared libraries."""

from std.collections.optional import _NullableResult
from std.ffi.cstring import CStringSlice, CStringSpan
from std.ffi.errno import ErrNo
from std.ffi.dynamic import DEFAULT_RTLD, DLHandle, OwnedDLHandle, RTLD
from std.ffi.unsafe_union import UnsafeUnion
from std.memory.pointer import OpaquePointer

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


@always_inline
def external_call[
    callee: StringLiteral, return_type: AnyType = NoneType, *Ts: AnyType, num_fixed_args: Int = -1
](*args: *Ts) -> return_type:
    """Calls the C function named `callee`.

    Optional pointers are C's pointers that may be null, as arguments and as results.

    Parameters:
        callee: The name of the function.
        return_type: What it gives.
        Ts: The types of the arguments.
        num_fixed_args: How many arguments are named, for a function with `...`.

    Example:

    ```mojo
    from std.ffi import external_call

    print(external_call["toupper", Int32](Int32(97)))  # 65
    ```

    ```mojo
    from std.ffi import c_char, external_call

    var name = String("NO_SUCH_VARIABLE")
    var value = external_call["getenv", Optional[Pointer[c_char, MutUntrackedOrigin]]](name.as_c_string_span().ptr())
    print("set" if value else "not set")  # not set
    ```
    """
    comptime if conforms_to(return_type, _NullableResult):
        return return_type.__from_c__(
            __mlir_op.`pop.external_call`[
                name=callee, fixed=num_fixed_args, _type = __mlir_type.`!kgen.pointer<none>`
            ](*args)
        )
    else:
        return __mlir_op.`pop.external_call`[name=callee, fixed=num_fixed_args, _type=return_type](*args)


@always_inline
def _external_call_variadic[
    callee: StringLiteral, return_type: AnyType, fixed: Int, *Ts: AnyType
](*args: *Ts) -> return_type:
    # Calls a C function with `...`, of whose arguments the first `fixed` are named.
    return __mlir_op.`pop.external_call`[name=callee, fixed=fixed, _type=return_type](*args)


@always_inline
def _call_address[return_type: AnyType, *Ts: AnyType](
    function: UnsafePointer[Byte, MutAnyOrigin], *args: *Ts
) -> return_type:
    # Calls the C function at an address.
    comptime if conforms_to(return_type, _NullableResult):
        return return_type.__from_c__(
            __mlir_op.`kgen.call_indirect`[_type = __mlir_type.`!kgen.pointer<none>`](function.address, *args)
        )
    else:
        return __mlir_op.`kgen.call_indirect`[_type=return_type](function.address, *args)


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


def set_errno(errno: ErrNo):
    """Sets the last errno of the C library.

    Example:

    ```mojo
    from std.ffi import ErrNo, get_errno, set_errno

    set_errno(ErrNo.ENOENT)
    print(get_errno() == ErrNo.ENOENT)  # True
    ```
    """
    var place = external_call["__errno_location", UnsafePointer[Int32, MutAnyOrigin]]()
    place[] = errno.value
