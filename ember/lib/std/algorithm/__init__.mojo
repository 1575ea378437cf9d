"""Loops over vectors, tiles and threads."""

from std.algorithm.functional import (
    elementwise,
    map,
    parallelize,
    parallelize_over_rows,
    stencil,
    sync_parallelize,
    tile,
    tile_and_unswitch,
    tile_middle_unswitch_boundaries,
    unroll,
    unswitch,
    vectorize,
)
from std.algorithm.memory import parallel_memcpy
from std.algorithm.reduction import cumsum, map_reduce, max, mean, min, product, reduce, reduce_boolean, sum, variance
