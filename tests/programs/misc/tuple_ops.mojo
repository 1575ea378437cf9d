# Tuples in functions, generic tuple arguments, returning and nesting.
def swap_pair[A: Copyable & Deinitable, B: Copyable & Deinitable](t: Tuple[A, B]) -> Tuple[B, A]:
    return (t[1].copy(), t[0].copy())


def stats(xs: List[Float64]) -> Tuple[Float64, Float64]:
    var total = 0.0
    var best = xs[0]
    for x in xs:
        total += x
        best = max(best, x)
    return (total / Float64(len(xs)), best)


def main():
    print(swap_pair((1, String("a"))))
    var mean, top = stats([1.0, 2.0, 6.0])
    print(mean, top)
    var pts: List[Tuple[Int, Int]] = [(1, 2), (3, 4)]
    var total = 0
    for p in pts:
        total += p[0] * p[1]
    print(total)
    for a, b in pts:
        print(a + b, end=" ")
    print()
