# @value gives a field constructor, copies and moves.
@value
struct Point:
    var x: Int
    var y: Int

    fn sum(self) -> Int:
        return self.x + self.y


fn moved_sum(owned p: Point) -> Int:
    p.x += 100
    return p.sum()


fn main():
    var p = Point(1, 2)
    var q = p
    q.x = 50
    print(p.x, q.x, p.sum(), q.sum())
    print(moved_sum(p), p.x)
    print(moved_sum(q^))
