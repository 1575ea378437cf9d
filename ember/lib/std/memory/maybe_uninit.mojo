"""MaybeUninit by today's module."""

from std.memory.maybe_uninitialized import MaybeUninit, UnsafeMaybeUninit
