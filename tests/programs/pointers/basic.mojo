# Pointer(to=), dereference, mutation through it.
def bump(p: Pointer[mut=True, Int, _]):
    p[] += 1


def main():
    var x = 10
    var p = Pointer(to=x)
    print(p[])
    p[] = 20
    print(x)
    bump(p)
    print(x)
    var xs: List[Int] = [1, 2, 3]
    var q = Pointer(to=xs[1])
    q[] = 99
    print(xs)
    print(Pointer(to=x) == p)
