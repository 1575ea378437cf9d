"""ComplexSIMD: complex numbers, lane by lane."""

from std.math.parts import ldexp, logb
from std.math.roots import hypot, sqrt

comptime ComplexScalar[dtype: DType] = ComplexSIMD[dtype, 1]
"""One complex number.

Example:

```mojo
from std.complex import ComplexFloat64

var i = ComplexFloat64(0, 1)
print(i * i, i + ComplexFloat64(1, 0))  # -1.0 1.0 + 1.0i
```
"""
comptime ComplexFloat32 = ComplexScalar[DType.float32]
"""A complex number with parts of 32 bits."""
comptime ComplexFloat64 = ComplexScalar[DType.float64]
"""A complex number with parts of 64 bits."""


struct ComplexSIMD[dtype: DType, size: SIMDLength](Equatable, Stringable, TrivialRegisterPassable, Writable):
    """Real and imaginary parts.

    Example:

    ```mojo
    from std.complex import ComplexSIMD

    var z = ComplexSIMD[DType.float64, 1](3, 4)
    print(z.norm(), z.conj().im)  # 5.0 -4.0
    ```

    ```mojo
    from std.complex import ComplexFloat64

    var z = ComplexFloat64(3, 4)
    var c = ComplexFloat64(1, 0)
    print(z.squared_norm(), z.squared_add(c).re, z.fma(c, c).re)  # 25.0 -6.0 4.0
    ```
    """

    comptime type = Self.dtype
    """The format of the parts."""
    comptime element_type = SIMD[Self.dtype, Self.size]
    """The type of the parts."""

    var re: SIMD[Self.dtype, Self.size]
    """The real parts."""
    var im: SIMD[Self.dtype, Self.size]
    """The imaginary parts."""

    @always_inline
    @implicit
    def __init__(out self, re: SIMD[Self.dtype, Self.size]):
        """A real number."""
        self.re = re
        self.im = SIMD[Self.dtype, Self.size](0)

    @always_inline
    def __init__(out self, re: SIMD[Self.dtype, Self.size], im: SIMD[Self.dtype, Self.size]):
        """From both parts."""
        self.re = re
        self.im = im

    @always_inline
    def __init__(out self, *, from_interleaved: SIMD[Self.dtype, Self.size + Self.size]):
        """From parts in turn."""
        var re, im = from_interleaved.deinterleave()
        self.re = rebind[SIMD[Self.dtype, Self.size]](re)
        self.im = rebind[SIMD[Self.dtype, Self.size]](im)

    @always_inline
    def __init__(out self, *, from_deinterleaved: SIMD[Self.dtype, Self.size + Self.size]):
        """From all real parts, then all imaginary parts."""
        self.re = from_deinterleaved.slice[Self.size]()
        self.im = from_deinterleaved.slice[Self.size, offset=Int(Self.size)]()

    @always_inline
    def __add__(self, rhs: Self) -> Self:
        """Sum."""
        return Self(self.re + rhs.re, self.im + rhs.im)

    @always_inline
    def __sub__(self, rhs: Self) -> Self:
        """Difference."""
        return Self(self.re - rhs.re, self.im - rhs.im)

    @always_inline
    def __mul__(self, rhs: Self) -> Self:
        """Product."""
        return Self(
            self.re.fma(rhs.re, -(self.im * rhs.im)),
            self.re.fma(rhs.im, self.im * rhs.re),
        )

    @always_inline
    def __mul__(self, rhs: SIMD[Self.dtype, Self.size]) -> Self:
        """Scaled."""
        return Self(self.re * rhs, self.im * rhs)

    @always_inline
    def __truediv__(self, rhs: Self) -> Self:
        """Quotient.

        The square of the divisor's magnitude may leave the range of the format; the quotient is right all the same.
        """
        comptime if Self.dtype == DType.float64 or Self.dtype == DType.float32:
            # Squares of numbers that do not fit half of the exponents are computed from scaled ones.
            comptime least = 1e-280 if Self.dtype == DType.float64 else 1e-30
            comptime most = 1e280 if Self.dtype == DType.float64 else 1e30
            var size = rhs.squared_norm()
            var other = self.squared_norm()
            if (size.ge(least) & size.le(most) & other.ge(least) & other.le(most)).reduce_and():
                return self._divided(rhs)
            var exponent = logb(max(_size(rhs.re), _size(rhs.im)))
            var is_ordinary = _size(exponent).lt(1e6)
            var scale = is_ordinary.select(-exponent, Self.element_type(0)).cast[DType.int32]()
            return self._scaled(scale)._divided(rhs._scaled(scale))
        elif Self.dtype.is_floating_point():
            var quotient = self._wide() / rhs._wide()
            return Self(quotient.re.cast[Self.dtype](), quotient.im.cast[Self.dtype]())
        else:
            return self._divided(rhs)

    @always_inline
    def _divided(self, rhs: Self) -> Self:
        var denominator = rhs.squared_norm()
        var product = self * rhs.conj()
        return Self(product.re / denominator, product.im / denominator)

    @always_inline
    def _scaled(self, exponent: SIMD[DType.int32, Self.size]) -> Self:
        return Self(ldexp(self.re, exponent), ldexp(self.im, exponent))

    @always_inline
    def _wide(self) -> ComplexSIMD[DType.float32, Self.size]:
        return ComplexSIMD[DType.float32, Self.size](
            self.re.cast[DType.float32](), self.im.cast[DType.float32]()
        )

    @always_inline
    def __iadd__(mut self, rhs: Self):
        """Adds."""
        self = self + rhs

    @always_inline
    def __isub__(mut self, rhs: Self):
        """Subtracts."""
        self = self - rhs

    @always_inline
    def __imul__(mut self, rhs: Self):
        """Multiplies."""
        self = self * rhs

    @always_inline
    def __neg__(self) -> Self:
        """The opposite number."""
        return Self(-self.re, -self.im)

    @always_inline
    def conj(self) -> Self:
        """The conjugate."""
        return Self(self.re, -self.im)

    @always_inline
    def squared_norm(self) -> SIMD[Self.dtype, Self.size]:
        """The square of the magnitude."""
        return self.re.fma(self.re, self.im * self.im)

    @always_inline
    def norm(self) -> SIMD[Self.dtype, Self.size]:
        """The magnitude, at most 1 ULP off if the parts are floats."""
        comptime if Self.dtype.is_floating_point():
            return hypot(self.re, self.im)
        else:
            return sqrt(self.squared_norm())

    @always_inline
    def __abs__(self) -> SIMD[Self.dtype, Self.size]:
        """The magnitude."""
        return self.norm()

    @always_inline
    def squared_add(self, c: Self) -> Self:
        """`self * self + c`."""
        return self.fma(self, c)

    @always_inline
    def fma(self, b: Self, c: Self) -> Self:
        """`self * b + c`."""
        return Self(
            self.re.fma(b.re, -(self.im.fma(b.im, -c.re))),
            self.re.fma(b.im, self.im.fma(b.re, c.im)),
        )

    @always_inline
    def __eq__(self, rhs: Self) -> Bool:
        """True when both parts are equal."""
        return self.re == rhs.re and self.im == rhs.im

    def write_to(self, mut writer: Some[Writer]):
        """Writes `1.0 + 2.0i`, and `1.0` where there is no imaginary part."""
        comptime if Self.size == SIMDLength(1):
            writer.write(self.re)
            if self.im != 0:
                writer.write_string(" + ")
                writer.write(self.im)
                writer.write_string("i")
        else:
            writer.write_string("[")
            comptime for i in range(Int(Self.size)):
                comptime if i > 0:
                    writer.write_string(", ")
                writer.write(ComplexScalar[Self.dtype](self.re[i], self.im[i]))
            writer.write_string("]")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `ComplexSIMD[float64, 1](1.0 + 2.0i)`."""
        writer.write("ComplexSIMD[", Self.dtype, ", ", Int(Self.size), "](")
        self.write_to(writer)
        writer.write_string(")")

    def __str__(self) -> String:
        """The text that `print` shows."""
        var text = String()
        self.write_to(text)
        return text^


@always_inline
def _size[dtype: DType, size: SIMDLength, //](x: SIMD[dtype, size]) -> SIMD[dtype, size]:
    return x.__abs__()


@always_inline
def abs[dtype: DType, size: SIMDLength, //](x: ComplexSIMD[dtype, size]) -> SIMD[dtype, size]:
    """The magnitude.

    Example:

    ```mojo
    from std.complex import ComplexFloat64, abs

    print(abs(ComplexFloat64(3, 4)))  # 5.0
    ```
    """
    return x.norm()
