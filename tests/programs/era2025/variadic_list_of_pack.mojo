# edition: 2025
# `VariadicList(Ts)`: how code of 2025 counts a pack of types or values.


fn show[*Ts: Writable](*args: *Ts):
    alias count = len(VariadicList(Ts))

    @parameter
    for i in range(len(VariadicList(Ts))):
        print(args[i], end=" " if i + 1 < count else "\n")


fn total[*ns: Int]() -> Int:
    var result = 0

    @parameter
    for i in range(len(VariadicList(ns))):
        result += VariadicList(ns)[i]
    return result


struct Shape[*dims: Int]:
    alias rank = len(VariadicList(dims))

    @staticmethod
    fn size() -> Int:
        var result = 1

        @parameter
        for i in range(Self.rank):
            result *= dims[i]
        return result


fn main():
    show(1, "two", 3.5)
    show("alone")
    print(total[1, 2, 3](), total[]())
    print(Shape[2, 3, 4].rank, Shape[2, 3, 4].size())
