# `with` enters once, and leaves on each way out.


struct Door(Movable):
    var number: Int

    def __init__(out self, number: Int):
        self.number = number

    def __enter__(self) -> Int:
        return self.number

    def __exit__(self):
        use(self.number)


@no_inline
def use(number: Int):
    pass


@export
def through(number: Int) -> Int:
    with Door(number) as opened:
        if opened < 3:
            return opened
        use(opened)
    return 0
