# Loops with early exits, nested functions and several accumulators.
def collatz(n: Int) -> Int:
    var steps = 0
    var x = n
    while x != 1:
        if x % 2 == 0:
            x //= 2
        else:
            x = 3 * x + 1
        steps += 1
    return steps


def longest(limit: Int) -> Tuple[Int, Int]:
    var best = 0
    var at = 0
    for n in range(1, limit):
        var c = collatz(n)
        if c > best:
            best = c
            at = n
    return at, best


def first_gap(xs: List[Int]) -> Int:
    for i in range(1, len(xs)):
        for j in range(i):
            if xs[i] - xs[j] > 10:
                return i * 100 + j
    return -1


def main():
    print(collatz(27), longest(1000))
    print(first_gap([1, 5, 9, 14, 20]), first_gap([1, 2]))
