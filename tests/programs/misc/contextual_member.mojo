# Leading-dot members resolved against the expected type.
@fieldwise_init
struct Color(Equatable, ImplicitlyCopyable):
    var code: Int
    comptime red = Color(1)
    comptime blue = Color(2)

    @staticmethod
    def custom(n: Int) -> Color:
        return Color(n)


def show(c: Color):
    print("color", c.code)


def zero_of[dt: DType]() -> Scalar[dt]:
    return 0


def main():
    show(.red)
    show(.blue)
    show(.custom(7))
    var c: Color = .red
    print(c == .red, c == .blue)
    print(zero_of[.float32](), SIMD[.int8, 2](3))
