"""Types looked at by programs, and places in the source."""

from std.reflection.location import SourceLocation, call_location, source_location
from std.reflection.reflect import (
    Reflected,
    get_base_type_name,
    get_function_name,
    get_linkage_name,
    get_type_name,
    is_struct_type,
    reflect,
    struct_field_count,
    struct_field_names,
)
