# Tuples: access, unpacking, nesting, printing, comparison.
def main():
    var t = (1, "two", 3.5)
    print(t[0], t[1], t[2], len(t))
    print(t)
    var a, b, c = t
    print(a, b, c)
    var nested = ((1, 2), (String("x"), True))
    print(nested[0][1], nested[1][0], nested)
    var u: Tuple[Int, String] = (5, "five")
    u[0] = 6
    print(u)
    print((1, 2) == (1, 2), (1, 2) == (1, 3), (1, 2) < (1, 3))
    var single = (7,)
    print(single[0], len(single))
    print(3 in (1, 2, 3))
