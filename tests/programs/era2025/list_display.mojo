# [a, b] is a List in the 2025 edition.
fn total(xs: List[Int]) -> Int:
    var t = 0
    for x in xs:
        t += x
    return t


fn main():
    var xs = [1, 2, 3]
    xs.append(4)
    print(len(xs), total(xs))
    var ys = [x * x for x in range(4)]
    print(ys[3], len(ys))
