"""Loops, each by a module of its own."""

from std.algorithm.functional import tile, tile_and_unswitch, tile_middle_unswitch_boundaries, unswitch, vectorize
