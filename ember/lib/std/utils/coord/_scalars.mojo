"""Numbers as parts of coordinates."""

from std.utils.coord import CoordLike


__extension SIMD(CoordLike):
    comptime is_tuple = False
    """A number has no elements."""
    comptime is_static_value = False
    """A number is known at run time."""
    comptime static_value = -1
    """A number is known at run time."""
    comptime flat_rank = 1
    """One integer."""
    comptime static_product = -1
    """A number is known at run time."""
    comptime all_dims_known = False
    """A number is known at run time."""
    comptime _Leaf[i: Int] = Self
    comptime _Dynamic[other: DType] = Scalar[other]

    @always_inline
    def value(self) -> Int:
        """The integer."""
        return Int(self)

    @always_inline
    def product(self) -> Int:
        """The integer."""
        return Int(self)

    @always_inline
    def _leaf[i: Int](self) -> Self:
        return self

    def _write[W: Writer](self, mut writer: W):
        writer.write(Int(self))
