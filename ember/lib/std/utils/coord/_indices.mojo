"""Coordinates as indices."""

from std.utils.coord import Coord, CoordLike
from std.utils.index import IndexList


__extension IndexList:
    @always_inline
    @implicit
    def __init__[*Ts: CoordLike](out self, coordinate: Coord[*Ts]) where Coord[*Ts].flat_rank == Self.size:
        """The integers of a coordinate."""
        self = Self()
        comptime for i in range(Self.size):
            self[i] = coordinate._leaf[i]().value()
