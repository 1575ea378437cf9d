# Generic functions with trait bounds, inferred and explicit parameters.
def largest[T: Comparable & ImplicitlyCopyable](a: T, b: T) -> T:
    if a < b:
        return b
    return a


def repeat[T: Writable](x: T, n: Int) -> String:
    var s = String()
    for _ in range(n):
        s.write(x)
    return s


def make_list[T: Copyable & Deinitable](x: T, n: Int) -> List[T]:
    var out = List[T]()
    for _ in range(n):
        out.append(x.copy())
    return out^


def main():
    print(largest(3, 9), largest(2.5, 1.5), largest[String]("a", "b"))
    print(repeat("ab", 3), repeat(7, 2))
    print(make_list(4, 3))
    print(make_list[Float64](1, 2))
