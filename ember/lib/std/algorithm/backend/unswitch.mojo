"""unswitch by today's module."""

from std.algorithm.functional import tile_and_unswitch, tile_middle_unswitch_boundaries, unswitch
