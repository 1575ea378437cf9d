"""unroll, where code of 2024 looks for it."""

from std.algorithm.functional import unroll
