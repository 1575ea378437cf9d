# Returning several values and unpacking them.
def min_max(xs: List[Int]) -> Tuple[Int, Int]:
    var lo = xs[0]
    var hi = xs[0]
    for x in xs:
        lo = min(lo, x)
        hi = max(hi, x)
    return (lo, hi)


def divide(a: Int, b: Int) -> Tuple[Int, Int, String]:
    return a // b, a % b, String("ok")


def main():
    var lo, hi = min_max([4, 1, 9, 3])
    print(lo, hi)
    var t = divide(17, 5)
    print(t[0], t[1], t[2])
    print(t)
