# sort with a comparison function as a parameter.
fn main():
    var xs = List[Int](3, 1, 2)
    sort(xs)
    print(xs[0], xs[1], xs[2])

    @parameter
    fn by_abs(a: Int, b: Int) -> Bool:
        return abs(a - 2) > abs(b - 2)

    var ys = List[Int](2, 9, -4)
    sort[by_abs](ys)
    print(ys[0], ys[1], ys[2])
