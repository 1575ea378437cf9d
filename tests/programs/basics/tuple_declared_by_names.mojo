# A tuple's type for several names is the library's, under any name, with a value or without one.
comptime Pair = Tuple[Int, String]


def main():
    var a, b: Tuple[Int, String]
    a = 1
    b = "one"
    print(a, b)
    var c, d: Pair
    c = 2
    d = "two"
    print(c, d)
    var e, (f, g): Tuple[Int, Pair]
    e = 3
    f = 4
    g = "four"
    print(e, f, g)
    var h, i: Tuple[Int, Float64] = (5, 6)
    print(h, i)
