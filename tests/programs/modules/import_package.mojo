# Importing from a package with __init__ re-exports, submodules and relative imports.
from geometry import Point, distance2
from geometry.solids import Cube
import geometry.solids as solids


def main():
    var p = Point(3, 4)
    print(distance2(p, Point(0, 0)))
    print(Cube(2).volume(), solids.unit().volume())
