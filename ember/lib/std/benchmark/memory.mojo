"""What the optimiser may not assume of memory."""

from std.benchmark.compiler import clobber_memory
