# Remaining operator dunders: floor division, modulo, power, shifts, bit operations, invert, abs.
@fieldwise_init
struct Num(Copyable, Writable):
    var v: Int

    def __floordiv__(self, o: Self) -> Self:
        return Self(self.v // o.v)

    def __mod__(self, o: Self) -> Self:
        return Self(self.v % o.v)

    def __pow__(self, o: Int) -> Self:
        return Self(self.v**o)

    def __lshift__(self, o: Int) -> Self:
        return Self(self.v << o)

    def __rshift__(self, o: Int) -> Self:
        return Self(self.v >> o)

    def __and__(self, o: Self) -> Self:
        return Self(self.v & o.v)

    def __or__(self, o: Self) -> Self:
        return Self(self.v | o.v)

    def __xor__(self, o: Self) -> Self:
        return Self(self.v ^ o.v)

    def __invert__(self) -> Self:
        return Self(~self.v)

    def __pos__(self) -> Self:
        return Self(self.v)

    def __truediv__(self, o: Self) -> Float64:
        return Float64(self.v) / Float64(o.v)

    def __rsub__(self, o: Int) -> Self:
        return Self(o - self.v)

    def __imul__(mut self, o: Int):
        self.v *= o

    def __ipow__(mut self, o: Int):
        self.v = self.v**o


def main():
    var a = Num(29)
    var b = Num(6)
    print(a // b, a % b, b**3, b << 2, a >> 1)
    print(a & b, a | b, a ^ b, ~a, +a, a / b)
    print(100 - a)
    b *= 7
    print(b)
    b **= 2
    print(b.v)
