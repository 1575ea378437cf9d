"""The names of std.defines in the spelling of 2025."""

from std.sys.defines import env_get_bool, env_get_dtype, env_get_int, env_get_string, is_defined
