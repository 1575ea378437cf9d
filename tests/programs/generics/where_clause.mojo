# where clauses constrain parameters.
def minus_one[n: Int]() -> Int where n > 0:
    return n - 1


def pick[n: Int, i: Int](xs: Array[Int, n]) -> Int where i < n:
    return xs[i]


def both[a: Int, b: Int]() -> Int where a > 0 and b > a:
    return minus_one[a]() + b


def main():
    print(minus_one[10]())
    var xs: Array[Int, 3] = [5, 6, 7]
    print(pick[3, 2](xs), both[1, 4]())
