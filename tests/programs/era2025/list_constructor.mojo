# List[Int](1, 2, 3) with elements as arguments; negative indices count from the end.
fn main():
    var xs = List[Int](1, 2, 3)
    xs.append(4)
    print(len(xs), xs[0], xs[-1])
    xs[-2] = 30
    var total = 0
    for x in xs:
        total += x
    print(total)
    var ys = xs
    ys.append(0)
    print(len(xs), len(ys))
    print(xs.pop(), len(xs))
    xs.reverse()
    print(xs[0], xs[1], xs[2])
