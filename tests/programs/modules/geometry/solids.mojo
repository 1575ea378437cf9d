# Solids, using points of the same package.
from .points import Point


@fieldwise_init
struct Cube:
    var side: Int

    def volume(self) -> Int:
        return self.side**3

    def corner(self) -> Point:
        return Point(self.side, self.side)


def unit() -> Cube:
    return Cube(1)
