# Overloading by type, arity and keyword.
def show(x: Int):
    print("Int", x)


def show(x: Float64):
    print("Float64", x)


def show(x: String):
    print("String", x)


def show(x: Int, y: Int):
    print("two", x, y)


def show(*, name: String):
    print("keyword", name)


def show[T: Copyable](x: List[T]):
    print("a list of", len(x))


def main():
    show(1)
    show(1.5)
    show(String("s"))
    show(1, 2)
    show(name="n")
    show(List[Int]())
    var xs: List[String] = ["a", "b"]
    show(xs)
