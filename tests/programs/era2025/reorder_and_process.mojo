# owned argument sorted in place and transferred away, as in the talk (without the bad use).
fn give_away(owned x: List[Int]) -> Int:
    return x[0]


def reorder_and_process(owned x: List[Int]):
    sort(x)
    print(x[0], x[1], x[2])
    print(give_away(x^))


def main():
    var xs = List[Int](30, 10, 20)
    reorder_and_process(xs)
    print(xs[0])
