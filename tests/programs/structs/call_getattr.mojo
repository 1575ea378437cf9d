# __call__ and __getattr__ with a parameter name.
struct Poly:
    var a: Int
    var b: Int

    def __init__(out self, a: Int, b: Int):
        self.a = a
        self.b = b

    def __call__(self, x: Int) -> Int:
        return self.a * x + self.b


struct Bag:
    def __init__(out self):
        pass

    def __getattr__[name: StringLiteral](self) -> String:
        return String("attr ") + name


def main():
    var p = Poly(2, 3)
    print(p(10), p(0))
    var bag = Bag()
    print(bag.width)
    print(bag.anything)
