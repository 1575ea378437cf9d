# Unbound types in arguments make the function generic.
def total(xs: List[Int]) -> Int:
    var t = 0
    for x in xs:
        t += x
    return t


def width(x: SIMD) -> Int:
    return Int(x.length)


def show(xs: Array[Int, _]):
    print(len(xs), xs[0])


def main():
    print(total([1, 2, 3]))
    print(width(SIMD[DType.int32, 8](0)))
    var a: Array[Int, 2] = [4, 5]
    show(a)
