"""Loops over vectors, tiles and threads."""

from std.algorithm.functional import (
    elementwise,
    map,
    parallelize,
    sync_parallelize,
    tile,
    unswitch,
    vectorize,
)
from std.algorithm.memory import parallel_memcpy
from std.algorithm.reduction import cumsum, max, mean, min, product, sum, variance
