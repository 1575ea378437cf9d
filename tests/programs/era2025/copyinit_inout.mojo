# The 2024 spelling: inout self in __init__ and __copyinit__.
struct Buffer:
    var data: List[Int]

    fn __init__(inout self, n: Int):
        self.data = List[Int]()
        for i in range(n):
            self.data.append(i)

    fn __copyinit__(inout self, existing: Self):
        self.data = existing.data
        print("copied", len(self.data))

    fn __moveinit__(inout self, owned moved: Self):
        self.data = moved.data^

    fn total(self) -> Int:
        var t = 0
        for i in range(len(self.data)):
            t += self.data[i]
        return t


fn main():
    var a = Buffer(5)
    var b = a
    b.data[0] = 1000
    print(a.total(), b.total())
    var c = a^
    print(c.total())
