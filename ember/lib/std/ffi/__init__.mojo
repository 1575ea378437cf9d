"""Calling C: functions by name, the C number types, shared libraries."""

from std.ffi.cstring import CStringSlice
from std.ffi.dynamic import DLHandle, OwnedDLHandle, RTLD

comptime c_char = Int8
comptime c_uchar = UInt8
comptime c_short = Int16
comptime c_ushort = UInt16
comptime c_int = Int32
comptime c_uint = UInt32
comptime c_long = Int64
comptime c_ulong = UInt64
comptime c_long_long = Int64
comptime c_ulong_long = UInt64
comptime c_size_t = UInt
comptime c_ssize_t = Int
comptime c_float = Float32
comptime c_double = Float64
comptime c_pid_t = Int32
comptime OpaquePointer = UnsafePointer[NoneType, MutAnyOrigin]


@always_inline
def external_call[callee: StringLiteral, return_type: AnyType, *Ts: AnyType](*args: *Ts) -> return_type:
    """Calls the C function named `callee`."""
    return __mlir_op.`pop.external_call`[name=callee, fixed=-1, _type=return_type](*args)


@always_inline
def _external_call_variadic[
    callee: StringLiteral, return_type: AnyType, fixed: Int, *Ts: AnyType
](*args: *Ts) -> return_type:
    # Calls a C function with `...`, of whose arguments the first `fixed` are named.
    return __mlir_op.`pop.external_call`[name=callee, fixed=fixed, _type=return_type](*args)


def get_errno() -> Int32:
    """The number of the last error of the C library."""
    var place = external_call["__errno_location", UnsafePointer[Int32, MutAnyOrigin]]()
    return place[]
