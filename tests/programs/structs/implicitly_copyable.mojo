# ImplicitlyCopyable values copy on assignment and when passed as var.
@fieldwise_init
struct Pair(ImplicitlyCopyable):
    var a: Int
    var b: Int


def grow(var p: Pair) -> Pair:
    p.a += 100
    return p


def main():
    var p = Pair(1, 2)
    var q = p
    q.b = 9
    var r = grow(p)
    print(p.a, p.b, q.a, q.b, r.a, r.b)
    var ps = [p, q, r]
    for x in ps:
        print(x.a + x.b)
