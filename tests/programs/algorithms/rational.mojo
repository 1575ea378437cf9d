# Exact fractions with every operator, sorting and hashing.
from std.math import gcd


struct Ratio(Comparable, Hashable, ImplicitlyCopyable, Writable):
    var n: Int
    var d: Int

    @implicit
    def __init__(out self, n: Int):
        self.n = n
        self.d = 1

    def __init__(out self, n: Int, d: Int):
        var g = gcd(abs(n), abs(d))
        var sign = -1 if d < 0 else 1
        self.n = sign * n // g
        self.d = sign * d // g

    def __add__(self, o: Self) -> Self:
        return Self(self.n * o.d + o.n * self.d, self.d * o.d)

    def __radd__(self, o: Int) -> Self:
        return Self(o) + self

    def __sub__(self, o: Self) -> Self:
        return self + Self(-o.n, o.d)

    def __mul__(self, o: Self) -> Self:
        return Self(self.n * o.n, self.d * o.d)

    def __truediv__(self, o: Self) -> Self:
        return Self(self.n * o.d, self.d * o.n)

    def __neg__(self) -> Self:
        return Self(-self.n, self.d)

    def __pow__(self, e: Int) -> Self:
        var r = Self(1)
        for _ in range(e):
            r = r * self
        return r

    def __lt__(self, o: Self) -> Bool:
        return self.n * o.d < o.n * self.d

    def __eq__(self, o: Self) -> Bool:
        return self.n == o.n and self.d == o.d

    def write_to(self, mut writer: Some[Writer]):
        writer.write(self.n)
        if self.d != 1:
            writer.write("/", self.d)


def harmonic(n: Int) -> Ratio:
    var total = Ratio(0)
    for i in range(1, n + 1):
        total = total + Ratio(1, i)
    return total


def main():
    var a = Ratio(1, 2)
    var b = Ratio(-3, 4)
    print(a + b, a - b, a * b, a / b, -a, a**3)
    print(a + 1, 1 + a, a < b, a > b, max(a, b), a == Ratio(2, 4))
    print(harmonic(10))
    var xs: List[Ratio] = [Ratio(3, 4), Ratio(1, 3), Ratio(5, -2), 2]
    sort(xs)
    print(xs)
    var counts = Dict[Ratio, Int]()
    for x in [Ratio(1, 2), Ratio(2, 4), Ratio(1, 3)]:
        counts[x] = counts.get(x, 0) + 1
    print(counts)
