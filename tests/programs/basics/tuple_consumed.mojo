# Tuples: first_of, consume_elements, deinit_with.
def f[idx: Int](var e: Int):
    print("f", idx, e)
def main():
    var t = (1, "a", 2.5)
    print(len(t), t[0], t, repr(t), 1 in t, t == t, t.reverse(), t.concat((True,)))
    print(t.first_of[Float64](), (1, 2) < (1, 3), (1, 2) <= (1, 2), hash((1, 2)) == hash((1, 2)))
    def h[idx: Int](var e: Int):
        print("h", idx, e)
    (4, 5).consume_elements(h)
    (6, 7).deinit_with(h)
    var a, b = (1, 2)
    print(a, b)
    var e = ()
    print(len(e), e)
    print(Tuple(1, 2).__len__(), Tuple[Int, Int](3, 4)[1])
