# is and is not on Optional and ArcPointer, and a user's own __is__.
from std.memory import ArcPointer


struct Tag:
    var id: Int

    def __init__(out self, id: Int):
        self.id = id

    def __is__(self, other: Self) -> Bool:
        return self.id == other.id

    def __isnot__(self, other: Self) -> Bool:
        return not (self is other)


def main():
    var o: Optional[Int] = None
    print(o is None, o is not None)
    var a = ArcPointer(1)
    var b = a
    var c = ArcPointer(1)
    print(a is b, a is c, a is not c)
    print(Tag(1) is Tag(1), Tag(1) is not Tag(2))
