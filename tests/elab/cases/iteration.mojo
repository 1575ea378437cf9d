# `for` asks for an iterator once, and for an element until none is left.


struct Numbers(TrivialRegisterPassable):
    var at: Int
    var end: Int

    def __init__(out self, end: Int):
        self.at = 0
        self.end = end

    def __iter__(self) -> Self:
        return self

    def __has_next__(self) -> Bool:
        return self.at < self.end

    def __next__(mut self) -> Int:
        var found = self.at
        self.at += 1
        return found


@export
def total(end: Int) -> Int:
    var sum = 0
    for number in Numbers(end):
        sum += number
    return sum
