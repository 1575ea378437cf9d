# type_of in declarations and parameters.
def make_like[T: Copyable & Deinitable & Defaultable](x: T) -> T:
    return T()


def main():
    var a = 5
    var b: type_of(a) = 7
    print(a + b)
    print(make_like(3), make_like(String("x")).byte_length())
    var xs: List[type_of(a)] = [1, 2]
    print(xs)
