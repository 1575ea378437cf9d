"""Names and fields of types, where code of 2025 looks for them."""

from std.reflection import (
    ReflectedType,
    get_linkage_name,
    get_type_name,
    struct_field_count as get_struct_field_count,
    struct_field_index_by_name,
    struct_field_names as get_struct_field_names,
    struct_field_type_by_name,
    struct_field_types as get_struct_field_types,
)
