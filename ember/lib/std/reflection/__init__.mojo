"""Types looked at by programs, and places in the source."""

from std.reflection.function import ReflectedFn, reflect_fn
from std.reflection.location import SourceLocation, call_location, source_location
from std.reflection.reflect import (
    Reflected,
    get_base_type_name,
    get_function_name,
    get_linkage_name,
    get_type_name,
    reflect,
)
from std.reflection.struct_fields import (
    ReflectedType,
    is_struct_type,
    struct_field_count,
    struct_field_index_by_name,
    struct_field_names,
    struct_field_ref,
    struct_field_type_by_name,
    struct_field_types,
)
