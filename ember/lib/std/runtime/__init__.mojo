"""The run time of asynchronous functions."""

from std.runtime._asyncrt import initialize_runtime, parallelism_level
