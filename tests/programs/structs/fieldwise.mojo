# @fieldwise_init, keyword construction, copies and printing by default Writable.
@fieldwise_init
struct Point(Copyable, Writable):
    var x: Int
    var y: Int


@fieldwise_init
struct Line(Copyable, Writable):
    var a: Point
    var b: Point
    var name: String


def main():
    var p = Point(1, 2)
    var q = p.copy()
    q.x = 10
    print(p.x, p.y, q.x, q.y)
    print(p)
    var r = Point(y=5, x=4)
    print(r.x - r.y)
    var line = Line(p^, q^, "diag")
    print(line)
    print(line.a.x + line.b.x, line.name)
