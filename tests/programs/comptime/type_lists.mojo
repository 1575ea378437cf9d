# Variadic parameters and lists of types and values are the same thing.
from std.builtin.variadics import ParameterList, TypeList

comptime square[i: Int] = i * i
comptime plus[a: Int, b: Int] = a + b
comptime is_even[n: Int] = n % 2 == 0


def show[*Ts: AnyType]():
    print(Ts.length, len(Ts), Ts.contains[Int](), Ts.all_conforms_to[Writable]())
    comptime reversed = Ts.reverse()
    print(reversed.contains[Int](), len(Ts.slice[1]()))


def numbers[*ns: Int]():
    print(ns.size, len(ns), ns[1], ns.contains[4](), ns.any[is_even](), ns.all[is_even]())
    for i in range(len(ns)):
        print(ns[i], end=" ")
    comptime for i in range(ns.size):
        print(ns[i], end=" ")
    print(ns.reduce[100, plus])


def main():
    show[Int, String]()
    show[Bool]()
    numbers[3, 4, 5]()

    comptime types = TypeList.of[Int, String, Float64]()
    print(len(types), types.length, types.contains[Int](), types.contains[Bool]())
    var text: types[1] = "abc"
    var number: types.reverse()[0] = 2.5
    print(text, number, len(types.slice[1, 3]()), len(types.slice[1]()))
    print(len(TypeList.splat[3, Int]()), types.all_conforms_to[Writable](), types.all_conforms_to[Iterable]())

    comptime list = ParameterList.of[1, 2, 3]()
    print(list, list.size, list[1], list.contains[2](), len(list))
    for x in list.get_span():
        print(x, end=" ")
    for i in range(len(list)):
        print(list[i] * 10, end=" ")
    print(list.reduce[0, plus], list.any[is_even](), list.all[is_even]())
    print(ParameterList.splat[4, 7](), ParameterList.tabulate[4, square]())
