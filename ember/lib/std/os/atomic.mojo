"""Atomic, by its older place."""

from std.atomic import Atomic, Consistency, fence
