"""Compile-time checks in the spelling of 2025."""


@always_inline
def constrained[cond: Bool, msg: StringLiteral = "param assertion failed", *extra: StringLiteral]():
    """Stops compilation with `msg` unless `cond` holds."""
    comptime assert cond, msg
