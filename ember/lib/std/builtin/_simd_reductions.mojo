"""All lanes of SIMD combined to one, or to fewer."""

from std.builtin.simd import SIMD, Scalar, _Lanes
from std.builtin.simd_length import SIMDLength
from std.sys.intrinsics import _vector_intrinsic


__extension SIMD:
    @always_inline("nodebug")
    def reduce_add(self) -> Scalar[Self.dtype]:
        """The sum of all lanes."""
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.simd.reduce`[
                kind = __mlir_attr.`"add"`, _type = _Lanes[Self.dtype, 1]
            ](self.value)
        )

    @always_inline("nodebug")
    def reduce_mul(self) -> Scalar[Self.dtype]:
        """The product of all lanes."""
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.simd.reduce`[
                kind = __mlir_attr.`"mul"`, _type = _Lanes[Self.dtype, 1]
            ](self.value)
        )

    @always_inline("nodebug")
    def reduce_min(self) -> Scalar[Self.dtype]:
        """The smallest of all lanes."""
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.simd.reduce`[
                kind = __mlir_attr.`"min"`, _type = _Lanes[Self.dtype, 1]
            ](self.value)
        )

    @always_inline("nodebug")
    def reduce_max(self) -> Scalar[Self.dtype]:
        """The largest of all lanes."""
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.simd.reduce`[
                kind = __mlir_attr.`"max"`, _type = _Lanes[Self.dtype, 1]
            ](self.value)
        )

    @always_inline
    def reduce_add[size_out: SIMDLength](self) -> SIMD[Self.dtype, size_out]:
        """The sums of groups of lanes, until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            var lower = self.slice[half]()
            var upper = self.slice[half, offset = Int(half)]()
            return (lower + upper).reduce_add[size_out]()

    @always_inline
    def reduce_mul[size_out: SIMDLength](self) -> SIMD[Self.dtype, size_out]:
        """The products of groups of lanes, until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            var lower = self.slice[half]()
            var upper = self.slice[half, offset = Int(half)]()
            return (lower * upper).reduce_mul[size_out]()

    @always_inline
    def reduce_min[size_out: SIMDLength](self) -> SIMD[Self.dtype, size_out]:
        """The smallest of groups of lanes, until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            var lower = self.slice[half]()
            var upper = self.slice[half, offset = Int(half)]()
            return (lower.min(upper)).reduce_min[size_out]()

    @always_inline
    def reduce_max[size_out: SIMDLength](self) -> SIMD[Self.dtype, size_out]:
        """The largest of groups of lanes, until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            var lower = self.slice[half]()
            var upper = self.slice[half, offset = Int(half)]()
            return (lower.max(upper)).reduce_max[size_out]()

    @always_inline
    def reduce_and(self) -> Bool where Self.dtype == DType.bool:
        """True when all lanes are."""
        return Bool(self._reduce_bits["and"]())

    @always_inline
    def reduce_or(self) -> Bool where Self.dtype == DType.bool:
        """True when a lane is."""
        return Bool(self._reduce_bits["or"]())

    @always_inline
    def reduce_and(self) -> Scalar[Self.dtype] where Self.dtype != DType.bool:
        """All lanes combined with `&`."""
        return self._reduce_bits["and"]()

    @always_inline
    def reduce_or(self) -> Scalar[Self.dtype] where Self.dtype != DType.bool:
        """All lanes combined with `|`."""
        return self._reduce_bits["or"]()

    @always_inline
    def reduce_and[size_out: SIMDLength](self) -> SIMD[Self.dtype, size_out]:
        """Groups of lanes combined with `&`, until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            return (self.slice[half]() & self.slice[half, offset = Int(half)]()).reduce_and[size_out]()

    @always_inline
    def reduce_or[size_out: SIMDLength](self) -> SIMD[Self.dtype, size_out]:
        """Groups of lanes combined with `|`, until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            return (self.slice[half]() | self.slice[half, offset = Int(half)]()).reduce_or[size_out]()

    @always_inline
    def reduce[
        F: def[w: SIMDLength](SIMD[Self.dtype, w], SIMD[Self.dtype, w]) -> SIMD[Self.dtype, w], //, size_out: SIMDLength = 1
    ](self, func: F) -> SIMD[Self.dtype, size_out]:
        """Combines the halves with a closure `func[width](a, b)` until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            var combined = func[half](self.slice[half](), self.slice[half, offset = Int(half)]())
            return combined.reduce[size_out=size_out](func)

    @always_inline
    def _reduce_bits[kind: StringLiteral](self) -> Scalar[Self.dtype]:
        comptime assert not Self.dtype.is_floating_point(), "bits are combined of integers and Bool vectors only"
        return Scalar[Self.dtype](
            mlir_value=__mlir_op.`pop.simd.reduce`[kind=kind, _type = _Lanes[Self.dtype, 1]](self.value)
        )

    @always_inline
    def reduce_bit_count(self) -> Int:
        """How many bits are set in all lanes."""
        comptime if Self.dtype == DType.bool:
            return Int(self.cast[DType.int]().reduce_add())
        else:
            return Int(_vector_intrinsic["llvm.ctpop"](self).cast[DType.int]().reduce_add())

    @always_inline
    def reduce[
        combine: def[dt: DType, n: SIMDLength](SIMD[dt, n], SIMD[dt, n]) thin -> SIMD[dt, n],
        size_out: SIMDLength = 1,
    ](self) -> SIMD[Self.dtype, size_out]:
        """Combines the halves again and again until `size_out` lanes are left."""
        comptime if Self.length == size_out:
            return rebind[SIMD[Self.dtype, size_out]](self)
        else:
            comptime half = Self.length // 2
            var lower = self.slice[half]()
            var upper = self.slice[half, offset = Int(half)]()
            return combine[Self.dtype, half](lower, upper).reduce[combine, size_out]()
