"""What `-D NAME=VALUE` said on the command line of the compiler."""

from std.sys.defines import (
    get_defined_bool,
    get_defined_dtype,
    get_defined_int,
    get_defined_string,
    is_defined,
)
