# Walking a variadic type list.
from std.sys import size_of


def total_size[*Ts: AnyType]() -> Int:
    var t = 0
    comptime for i in range(Ts.__len__()):
        t += size_of[Ts[i]]()
    return t


def largest[*ns: Int]() -> Int:
    var best = ns[0]
    comptime for i in range(1, len(ns)):
        best = max(best, ns[i])
    return best


def show(*args: *SomeTypeList[Writable]):
    comptime for i in range(args.__len__()):
        print(args[i], end=" ")
    print()


def main():
    print(total_size[Int8, Int32, Float64](), largest[3, 9, 4]())
    show(1, "a", 2.5)
