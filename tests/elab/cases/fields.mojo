# A struct lies in memory as its fields; each may be filled and moved by itself, and ends by itself.


struct Box(Movable):
    var number: Int

    def __init__(out self, number: Int):
        self.number = number

    def __init__(out self, *, deinit move: Self):
        self.number = move.number

    def __deinit__(deinit self):
        use(self.number)


@fieldwise_init
struct Pair(Movable):
    var first: Box
    var second: Box


@no_inline
def use(number: Int):
    pass


def kept(var box: Box):
    pass


@export
def one_moved(a: Int, b: Int):
    var pair = Pair(Box(a), Box(b))
    kept(pair.first^)
    use(pair.second.number)


@export
def one_replaced(a: Int, b: Int):
    var pair = Pair(Box(a), Box(b))
    pair.second = Box(3)
    use(pair.first.number)
