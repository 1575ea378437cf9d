@fieldwise_init
struct Count(Copyable):
    var n: Int

    def bump(mut self) -> Int:
        self.n += 1
        return self.n

    def same(ref self) -> ref[self] Self:
        return self


def numbers() -> List[Int]:
    return [1, 2]


def main() raises:
    print(numbers().pop())  # expect-error: has no name
    print(Count(1).bump())  # expect-error: has no name
    numbers().append(4)  # expect-error: has no name
    var count = Count(3)
    print(count.same().bump())
    print(count.copy().bump())  # expect-error: has no name
    swap(Count(1), count)  # expect-error: 'lhs', which has no name
    var table: Dict[String, List[Int]] = {"a": [1]}
    table["a"].append(2)
    print(count.n, len(table["a"]))
