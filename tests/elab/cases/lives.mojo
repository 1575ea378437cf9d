# A value is destroyed after its last use, on each path once; a result is built where the caller wants it.


struct Box(Movable):
    var number: Int

    def __init__(out self, number: Int):
        self.number = number

    def __init__(out self, *, deinit move: Self):
        self.number = move.number

    def __deinit__(deinit self):
        use(self.number)


@no_inline
def use(number: Int):
    pass


@export
def last_use(number: Int) -> Int:
    var box = Box(number)
    var found = box.number
    use(found)
    return found


@export
def one_branch(number: Int):
    var box = Box(number)
    if number < 3:
        use(box.number)
    else:
        use(0)


@export
def overwritten(number: Int):
    var box = Box(number)
    box = Box(number + 1)
    use(box.number)


def made(number: Int) -> Box:
    var box = Box(number)
    use(box.number)
    return box^


def kept(var box: Box) -> Int:
    return box.number


@export
def handed_on(number: Int) -> Int:
    return kept(made(number))


@export
def swapped(a: Int, b: Int):
    var first = Box(a)
    var second = Box(b)
    var third = first^
    first = second^
    second = third^
    use(first.number)
    use(second.number)
