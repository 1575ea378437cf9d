# An argument is converted by a constructor that is marked `@implicit`; a truth value is asked of `__bool__`.


struct Meters(TrivialRegisterPassable):
    var length: Int

    @implicit
    def __init__(out self, length: Int):
        self.length = length

    def __bool__(self) -> Bool:
        return 0 < self.length


@no_inline
def walk(distance: Meters) -> Int:
    if distance:
        return distance.length
    return 0


@export
def both(length: Int) -> Int:
    return walk(length) + walk(5)


@export
def either(length: Int) -> Int:
    return 1 if Meters(length) and Meters(2) else 2
