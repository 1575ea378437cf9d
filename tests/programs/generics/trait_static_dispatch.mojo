# Static dispatch over several types in one generic algorithm.
trait Monoid(Copyable, Deinitable):
    @staticmethod
    def zero() -> Self:
        ...

    def combine(self, other: Self) -> Self:
        ...


@fieldwise_init
struct Sum(Monoid, Writable):
    var v: Int

    @staticmethod
    def zero() -> Self:
        return Self(0)

    def combine(self, other: Self) -> Self:
        return Self(self.v + other.v)


@fieldwise_init
struct MaxOf(Monoid, Writable):
    var v: Int

    @staticmethod
    def zero() -> Self:
        return Self(Int.MIN)

    def combine(self, other: Self) -> Self:
        return Self(max(self.v, other.v))


def fold[M: Monoid](xs: List[M]) -> M:
    var acc = M.zero()
    for x in xs:
        acc = acc.combine(x)
    return acc^


def main():
    var sums: List[Sum] = [Sum(1), Sum(2), Sum(3)]
    var maxes: List[MaxOf] = [MaxOf(4), MaxOf(9), MaxOf(2)]
    print(fold(sums), fold(maxes))
