# The pair of the talk: Stringable with __str__ and inout self.
struct MyPair(Stringable):
    var first: Int32
    var second: Float32

    def __init__(inout self, first: Int32, second: Float32):
        self.first = first
        self.second = second

    fn __str__(self) -> String:
        return "[" + self.first.__str__() + "," + self.second.__str__() + "]"


def main():
    p = MyPair(3, 2.5)
    print(str(p))
    print(p.__str__())
    print(p.first, p.second)
