# Passing closures to generic functions by the closure trait.
def apply_n[F: def(Int) -> None](f: F, n: Int):
    for i in range(n):
        f(i)


def map_list[F: def(Int) -> Int](xs: List[Int], f: F) -> List[Int]:
    var out = List[Int]()
    for x in xs:
        out.append(f(x))
    return out^


def main():
    var total = 0

    def add(i: Int) {mut total}:
        total += i

    apply_n(add, 5)
    print(total)
    var k = 3

    def times(x: Int) {imm k} -> Int:
        return x * k

    print(map_list([1, 2, 3], times))
