# A struct with parameters is a struct for each set of them; its methods know them.


struct Counter[step: Int](Movable):
    var count: Int

    def __init__(out self):
        self.count = 0

    def next(mut self) -> Int:
        self.count += Self.step
        return self.count


@no_inline
def twice[step: Int, //](mut counter: Counter[step]) -> Int:
    return counter.next() + counter.next()


@export
def both() -> Int:
    var by_one = Counter[1]()
    var by_ten = Counter[10]()
    return twice(by_one) + twice(by_ten)
