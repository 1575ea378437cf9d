"""Atomic by its module."""

from std.atomic import Atomic, Consistency, Ordering, fence
