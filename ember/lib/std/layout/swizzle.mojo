"""Swizzle: offsets permuted so that neighbours in a column are in different banks of memory."""

from std.layout.layout import Layout


@fieldwise_init
struct Swizzle(Equatable, ImplicitlyCopyable, Stringable, TrivialRegisterPassable, Writable):
    """Exchanges bits: `bits` bits above `base`, `shift` bits higher up, are added to those above `base` by exclusive or.

    ```mojo
    from layout.swizzle import Swizzle

    def main():
        comptime swizzle = Swizzle(2, 0, 2)
        print(swizzle(0), swizzle(4), swizzle(5))  # 0 5 4
    ```

    ```mojo
    from layout.swizzle import Swizzle

    print(Swizzle(2, 0, 2).size(), Swizzle(2, 0, 2).cosize())  # 16 16
    ```
    """

    var bits: Int
    """How many bits change."""

    var base: Int
    """How many of the lowest bits stay as they are."""

    var shift: Int
    """How far away the bits are that are mixed in."""

    @always_inline
    def __call__(self, offset: Int) -> Int:
        """The permuted offset."""
        var mask = ((1 << self.bits) - 1) << (self.base + max(self.shift, 0))
        var mixed = offset & mask
        return offset ^ (mixed >> self.shift if self.shift >= 0 else mixed << -self.shift)

    @always_inline
    def size(self) -> Int:
        """After how many offsets the pattern repeats."""
        return 1 << (self.bits + self.base + max(self.shift, -self.shift))

    @always_inline
    def cosize(self) -> Int:
        """As many as `size`: offsets are permuted."""
        return self.size()

    def __eq__(self, other: Self) -> Bool:
        """True for the same permutation."""
        return self.bits == other.bits and self.base == other.base and self.shift == other.shift

    def write_to(self, mut writer: Some[Writer]):
        """Writes `(bits,base,shift)`."""
        writer.write("(", self.bits, ",", self.base, ",", self.shift, ")")

    def __str__(self) -> String:
        """The text that `print` shows."""
        return String.write(self)


@fieldwise_init
struct ComposedLayout(Copyable, Movable):
    """A layout whose offsets are permuted by a swizzle.

    Example:

    ```mojo
    from layout import Layout
    from layout.swizzle import ComposedLayout, make_ldmatrix_swizzle

    var composed = ComposedLayout(Layout.row_major(8, 64), make_ldmatrix_swizzle[DType.bfloat16, 64]())
    print(composed.size(), composed(0))  # 512 0
    ```
    """

    var layout: Layout
    """What gives the offsets."""
    var swizzle: Swizzle
    """What permutes them."""

    def __call__(self, index: Int) -> Int:
        """The permuted offset of a place, counted from the left."""
        return self.swizzle(self.layout(index))

    def size(self) -> Int:
        """How many coordinates there are."""
        return self.layout.size()


def shiftl(a: Scalar, s: Scalar[a.dtype]) -> Scalar[a.dtype]:
    """`a` shifted left by `s` bits, or right by `-s`.

    Example:

    ```mojo
    from layout.swizzle import shiftl

    print(shiftl(Int32(3), Int32(2)), shiftl(Int32(12), Int32(-1)))  # 12 6
    ```
    """
    return a << s if s > 0 else a >> -s


def shiftr(a: Scalar, s: Scalar[a.dtype]) -> Scalar[a.dtype]:
    """`a` shifted right by `s` bits, or left by `-s`.

    Example:

    ```mojo
    from layout.swizzle import shiftr

    print(shiftr(Int32(12), Int32(2)))  # 3
    ```
    """
    return a >> s if s > 0 else a << -s


def eval_composed[composed_layout: ComposedLayout](idx: Int, offset: Int = 0) -> Int:
    """The permuted offset of a place of a composed layout, `offset` elements further on.

    Example:

    ```mojo
    from layout import Layout
    from layout.swizzle import ComposedLayout, Swizzle, eval_composed

    comptime composed = ComposedLayout(Layout(4), Swizzle(1, 0, 1))
    print(eval_composed[composed](2))  # 3
    ```
    """
    return composed_layout.swizzle(composed_layout.layout(idx) + offset)


def _log2(value: Int) -> Int:
    var result = 0
    while 1 << (result + 1) <= value:
        result += 1
    return result


def make_swizzle[num_rows: Int, row_size: Int, access_size: Int]() -> Swizzle:
    """Spreads columns of `num_rows` rows of `row_size` elements that are accessed `access_size` at a time.

    ```mojo
    from layout.swizzle import make_swizzle

    def main():
        comptime swizzle = make_swizzle[8, 32, 4]()
        print(swizzle)  # (3,2,3)
    ```
    """
    comptime bits = _log2(num_rows)
    comptime base = _log2(access_size)
    comptime shift = _log2(row_size) - base
    comptime assert shift > 0, "a row must hold several accesses"
    comptime assert shift >= bits, "there must be as many accesses in a row as rows"
    return Swizzle(bits, base, shift)


def make_ldmatrix_swizzle[dtype: DType, row_size: Int, log2_vector_width: Int = 0]() -> Swizzle:
    """For matrices that 8 threads read in rows of 16 bytes.

    Example:

    ```mojo
    from layout.swizzle import make_ldmatrix_swizzle

    print(make_ldmatrix_swizzle[DType.bfloat16, 64]())  # (3,0,3)
    ```
    """
    comptime bytes_of_row = row_size * dtype.size_of()
    comptime rows = min(bytes_of_row // 16, 8)
    return Swizzle(_log2(rows), 0, max(_log2(bytes_of_row // 16), _log2(rows)))
