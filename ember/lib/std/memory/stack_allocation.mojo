"""Memory of a function's frame, by today's module."""

from std.memory.memory import stack_allocation
from std.memory.memory import stack_allocation as unsafe_stack_allocation
