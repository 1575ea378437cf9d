# import a.b.c binds the whole path.
import geometry.points
import std.math


def main():
    var p = geometry.points.Point(1, 2)
    print(p.x + p.y, std.math.sqrt(9.0))
