# __getitem__ taking slices.
from std.builtin.builtin_slice import StridedSlice


struct Seq:
    var n: Int

    def __init__(out self, n: Int):
        self.n = n

    def __getitem__(self, s: StridedSlice) -> List[Int]:
        var start, end, step = s.indices(self.n)
        var out = List[Int]()
        for i in range(start, end, step):
            out.append(i * 100)
        return out^

    def __getitem__(self, i: Int) -> Int:
        return i * 100


def main():
    var s = Seq(6)
    print(s[2])
    print(s[0:4:2], s[::-1], s[1:6:3])
    print(Slice(1, 5), slice(1, 9, 2))
