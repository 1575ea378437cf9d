"""Calling C, by its older place; see std.ffi."""

from std.ffi import (
    DLHandle,
    OpaquePointer,
    OwnedDLHandle,
    RTLD,
    c_char,
    c_double,
    c_float,
    c_int,
    c_long,
    c_long_long,
    c_short,
    c_size_t,
    c_ssize_t,
    c_uchar,
    c_uint,
    c_ulong,
    c_ulong_long,
    c_ushort,
    external_call,
    get_errno,
)
