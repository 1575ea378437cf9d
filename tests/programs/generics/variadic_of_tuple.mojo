"""Variadic parameters are inferred from the parameters of an argument's type: `Tuple[*Ts]`."""


struct Nest(ImplicitlyCopyable, Writable):
    """Integers and nests of them, written as tuples."""

    var text: String

    @implicit
    def __init__(out self, value: Int):
        self.text = String(value)

    @implicit
    def __init__[*Ts: Copyable](out self, values: Tuple[*Ts]):
        self.text = String("<")
        comptime for i in range(Ts.__len__()):
            comptime if Ts[i] == Int:
                self.text += Nest(rebind[Int](values[i])).text + ","
            else:
                self.text += Nest(rebind[Tuple[Int, Int]](values[i])).text + ","
        self.text += ">"

    def write_to(self, mut writer: Some[Writer]):
        writer.write(self.text)


def count[*Ts: Copyable](values: Tuple[*Ts]) -> Int:
    return Ts.__len__()


def after_first[T: Copyable, *Ts: Copyable](values: Tuple[T, *Ts]) -> Int:
    return Ts.__len__()


def show(a: Nest, b: Nest):
    print(a, b)


def main():
    var pair = (1, "x")
    print(count(pair), count((1, 2, 3)), after_first((1, 2, 3)))
    print(Nest((1, (2 + 1, 4))))
    show((1, 2), 3)
    comptime nest = Nest(((4, 8), (2, 2)))
    print(nest)
