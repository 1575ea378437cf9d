# match with tuple and struct patterns and `as` bindings.
@fieldwise_init
struct Point(Copyable):
    var x: Int
    var y: Int


def where(p: Point) -> String:
    match p:
        case Point(x=0, y=0):
            return "origin"
        case Point(x=0, y=v):
            return String("on y at ", v)
        case Point(x=u, y=0):
            return String("on x at ", u)
        case _:
            return "elsewhere"


def pair(t: Tuple[Int, Int]) -> Int:
    match t:
        case (0, b):
            return b
        case (a, 0):
            return -a
        case (a, b):
            return a * b


def main():
    print(where(Point(0, 0)), where(Point(0, 5)), where(Point(3, 0)), where(Point(1, 1)))
    print(pair((0, 4)), pair((4, 0)), pair((3, 5)))
    match 6:
        case (2 | 4 | 6) as even:
            print("even", even)
        case _:
            print("other")
