# Points of the plane.
@fieldwise_init
struct Point(ImplicitlyCopyable):
    var x: Int
    var y: Int


def distance2(a: Point, b: Point) -> Int:
    var dx = a.x - b.x
    var dy = a.y - b.y
    return dx * dx + dy * dy
