struct Point:
    var x: Int

    def __init__(out self, x: Int):
        self.x = x

def show[T: Copyable](x: T):
    print("value", x)

def main():
    var p = Point(1)
    var n = 3
    print("p is", p)
    print(t"the {{x}} {n} value {p} is {n}")
    _ = String("a", p, n)
