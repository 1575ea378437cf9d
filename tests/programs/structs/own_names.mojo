# Declarations of a program that have names of the library's are other declarations.


trait Movable:
    def move(self) -> String:
        ...


@fieldwise_init
struct Never(TrivialRegisterPassable):
    var number: Int


struct Thing(Movable):
    var text: String

    def __init__(out self, text: String):
        self.text = text

    def move(self) -> String:
        return "moving " + self.text


struct Tuple[T: AnyType]:
    var count: Int

    def __init__(out self, count: Int):
        self.count = count


struct Origin[mut: Bool]:
    var x: Int

    def __init__(out self, x: Int):
        self.x = x


struct Coroutine:
    var code: Int

    def __init__(out self, code: Int):
        self.code = code


def len(pack: Int) -> String:
    return "mine"


def never(number: Int) -> Never:
    return Never(number)


def size[*Ts: AnyType](*values: *Ts) -> Int:
    return values.__len__()


def main() raises:
    print(never(1).number)
    print(Thing("a").move())
    print(len(3))
    print(Tuple[Int](4).count)
    print(Origin[True](5).x)
    print(Coroutine(6).code)
    var pair = (1, "two")
    print(pair[0], pair[1])
    print(size(1, "b", 2.5))
    try:
        raise "plain"
    except e:
        print(e)
