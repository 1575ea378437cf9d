# enumerate, zip, map, reversed, any, all, iter and next.
def double(x: Int) -> Int:
    return x * 2


def main() raises:
    var xs: List[Int] = [1, 2, 3]
    var ys: List[String] = ["a", "b", "c"]
    for i, x in enumerate(xs):
        print(i, x)
    for i, x in enumerate(xs, start=10):
        print(i, x, end=" ")
    print()
    for x, y in zip(xs, ys):
        print(x, y, end=" ")
    print()
    for x in reversed(xs):
        print(x, end=" ")
    print()
    print(any([False, True]), all([True, False]))
    var it = iter(xs)
    print(next(it), next(it))
    for x in map[double](xs):
        print(x, end=" ")
    print()
