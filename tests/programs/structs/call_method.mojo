# __call__ makes values callable, also with parameters.
struct Poly:
    var a: Int
    var b: Int

    def __init__(out self, a: Int, b: Int):
        self.a = a
        self.b = b

    def __call__(self, x: Int) -> Int:
        return self.a * x + self.b


struct Adder:
    def __init__(out self):
        pass

    def __call__[n: Int](self, x: Int) -> Int:
        return x + n


def main():
    var p = Poly(2, 3)
    print(p(10), p(0))
    var a = Adder()
    print(a.__call__[5](1))
