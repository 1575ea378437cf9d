# sort with and without comparison function, stable.
def by_last(a: Int, b: Int) -> Bool:
    return a % 10 < b % 10


def main():
    var xs: List[Int] = [5, 2, 9, 1, 7]
    sort(xs)
    print(xs)
    var ys: List[Int] = [31, 12, 21, 42, 11]
    sort[stable=True](ys, by_last)
    print(ys)

    def descending(a: Int, b: Int) -> Bool:
        return a > b

    sort(ys, descending)
    print(ys)
    var fs: List[Float64] = [2.5, -1.0, 3.25]
    sort(fs)
    print(fs)
    sort(fs, lambda (a: Float64, b: Float64) -> Bool: a > b)
    print(fs)
