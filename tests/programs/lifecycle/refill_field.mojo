# A field of a `mut` argument may be moved away if it has a value again at each return.


struct Token(Movable):
    var number: Int

    def __init__(out self, number: Int):
        self.number = number

    def __deinit__(deinit self):
        print("end", self.number)


struct Pair(Movable):
    var left: Token
    var right: Token

    def __init__(out self, left: Int, right: Int):
        self.left = Token(left)
        self.right = Token(right)

    def __deinit__(deinit self):
        print("pair", self.left.number, self.right.number)

    def swap(mut self):
        var left = self.left^
        self.left = self.right^
        self.right = left^

    def replace(mut self, number: Int) raises -> Token:
        var old = self.left^
        self.left = Token(number)
        if number < 0:
            raise "negative"
        return old^


@fieldwise_init
struct Outer(Movable):
    var pair: Pair


def take_inner(mut outer: Outer) -> Int:
    var old = outer.pair.left^
    outer.pair.left = Token(9)
    return old.number


def main() raises:
    var pair = Pair(1, 2)
    pair.swap()
    print(pair.left.number, pair.right.number)
    print("old", pair.replace(3).number)
    try:
        _ = pair.replace(-1)
    except e:
        print(e)
    print(pair.left.number)
    var outer = Outer(pair^)
    print(take_inner(outer), outer.pair.left.number)
