"""Copies."""

from std.memory.memory import memcpy


def parallel_memcpy[T: AnyType](*, dest: UnsafePointer[T, _], src: UnsafePointer[T, _], count: Int):
    """Copies `count` elements."""
    memcpy(dest=dest, src=src, count=count)
