# Operator methods with fn.
@value
struct Complex(Stringable):
    var re: Float64
    var im: Float64

    fn __add__(self, o: Self) -> Self:
        return Self(self.re + o.re, self.im + o.im)

    fn __mul__(self, o: Self) -> Self:
        return Self(self.re * o.re - self.im * o.im, self.re * o.im + self.im * o.re)

    fn __neg__(self) -> Self:
        return Self(-self.re, -self.im)

    fn __iadd__(inout self, o: Self):
        self.re += o.re
        self.im += o.im

    fn __eq__(self, o: Self) -> Bool:
        return self.re == o.re and self.im == o.im

    fn __str__(self) -> String:
        return "(" + str(self.re) + ", " + str(self.im) + ")"


fn main():
    var a = Complex(1, 2)
    var b = Complex(3, -1)
    print(str(a + b), str(a * b), str(-a))
    a += b
    print(str(a), a == Complex(4, 1))
