"""UnsafePointer, under the name of its own module."""

from std.memory.alloc import alloc
from std.memory.pointer import UnsafePointer
