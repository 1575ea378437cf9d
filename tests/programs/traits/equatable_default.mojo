# Equatable compares fields by default.
@fieldwise_init
struct P(Copyable, Equatable):
    var x: Int
    var name: String


def index_of[T: Equatable & Copyable & Deinitable](xs: List[T], wanted: T) -> Int:
    for i in range(len(xs)):
        if xs[i] == wanted:
            return i
    return -1


def main():
    print(P(1, "a") == P(1, "a"), P(1, "a") == P(1, "b"), P(1, "a") != P(2, "a"))
    var ps: List[P] = [P(1, "a"), P(2, "b")]
    print(index_of(ps, P(2, "b")), index_of(ps, P(3, "c")))
    print(P(2, "b") in ps)
