"""Names of types and functions, where code of 2025 looks for them."""

from std.reflection import get_linkage_name, get_type_name
