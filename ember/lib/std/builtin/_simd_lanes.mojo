"""Lanes of SIMD in another order: parts, joins, shuffles, rotations."""

from std.bit import byte_swap
from std.bit.endian import Endian
from std.builtin.simd import SIMD
from std.builtin.simd_length import SIMDLength
from std.utils.index import IndexList


__extension SIMD:
    @always_inline
    def slice[
        output_width: SIMDLength, /, *, offset: Int = 0
    ](self) -> SIMD[Self.dtype, output_width]:
        """`output_width` lanes from `offset` on."""
        comptime if output_width == SIMDLength(1):
            return rebind[SIMD[Self.dtype, output_width]](self[offset])
        else:
            var result = SIMD[Self.dtype, output_width]()
            comptime for i in range(Int(output_width)):
                result[i] = self[offset + i]
            return result

    @always_inline
    def insert[*, offset: Int = 0](self, value: SIMD[Self.dtype, _]) -> Self:
        """The vector with `value` put at lane `offset`."""
        var result = self
        comptime for i in range(Int(value.length)):
            result[offset + i] = value[i]
        return result

    @always_inline
    def join(self, other: Self) -> SIMD[Self.dtype, Self.length + Self.length]:
        """The lanes of this vector, then those of `other`."""
        var result = SIMD[Self.dtype, Self.length + Self.length]()
        comptime for i in range(Int(Self.length)):
            result[i] = self[i]
            result[i + Int(Self.length)] = other[i]
        return result

    @always_inline
    def interleave(self, other: Self) -> SIMD[Self.dtype, Self.length + Self.length]:
        """Lanes taken from both in turn."""
        var result = SIMD[Self.dtype, Self.length + Self.length]()
        comptime for i in range(Int(Self.length)):
            result[2 * i] = self[i]
            result[2 * i + 1] = other[i]
        return result

    @always_inline
    def split(self) -> Tuple[SIMD[Self.dtype, Self.length // 2], SIMD[Self.dtype, Self.length // 2]]:
        """The lower and the upper half."""
        comptime half = Self.length // 2
        return (self.slice[half](), self.slice[half, offset = Int(half)]())

    @always_inline
    def deinterleave(
        self,
    ) -> Tuple[SIMD[Self.dtype, Self.length // 2], SIMD[Self.dtype, Self.length // 2]]:
        """The even lanes and the odd lanes."""
        comptime half = Self.length // 2
        var even = SIMD[Self.dtype, half]()
        var odd = SIMD[Self.dtype, half]()
        comptime for i in range(Int(half)):
            even[i] = self[2 * i]
            odd[i] = self[2 * i + 1]
        return (even, odd)

    @always_inline
    def shuffle[*mask: Int](self) -> Self:
        """Lanes picked by number."""
        return self.shuffle[*mask](self)

    @always_inline
    def shuffle[mask: IndexList[Int(Self.length), element_type=_]](self) -> Self:
        """Lanes picked by number."""
        return self.shuffle[mask](self)

    @always_inline
    def shuffle[mask: IndexList[Int(Self.length), element_type=_]](self, other: Self) -> Self:
        """Lanes picked by number from this vector, then `other`."""
        var result = self
        comptime for i in range(Int(Self.length)):
            comptime source = mask[i]
            comptime if source < Int(Self.length):
                result[i] = self[source]
            else:
                result[i] = other[source - Int(Self.length)]
        return result

    @always_inline
    def shuffle[*mask: Int](self, other: Self) -> Self:
        """Lanes picked by number from this vector, then `other`."""
        var result = self
        comptime for i in range(Int(Self.length)):
            comptime source = mask[i]
            comptime assert 0 <= source < 2 * Int(Self.length), "a shuffle picks lanes that both vectors have"
            comptime if source < Int(Self.length):
                result[i] = self[source]
            else:
                result[i] = other[source - Int(Self.length)]
        return result

    @always_inline
    def rotate_left[shift: Int](self) -> Self:
        """Lanes moved down by `shift`, the first ones coming in at the end."""
        var result = self
        comptime for i in range(Int(Self.length)):
            result[i] = self[(i + shift) % Int(Self.length)]
        return result

    @always_inline
    def rotate_right[shift: Int](self) -> Self:
        """Lanes moved up by `shift`, the last ones coming in at the start."""
        return self.rotate_left[-shift]()

    @always_inline
    def shift_left[shift: Int](self) -> Self:
        """Lanes moved down by `shift`, zeros coming in at the end."""
        var result = Self(0)
        comptime for i in range(Int(Self.length) - shift):
            result[i] = self[i + shift]
        return result

    @always_inline
    def shift_right[shift: Int](self) -> Self:
        """Lanes moved up by `shift`, zeros coming in at the start."""
        var result = Self(0)
        comptime for i in range(Int(Self.length) - shift):
            result[i + shift] = self[i]
        return result

    @always_inline
    def reversed(self) -> Self:
        """The lanes in opposite order."""
        var result = self
        comptime for i in range(Int(Self.length)):
            result[i] = self[Int(Self.length) - 1 - i]
        return result

    def to_endian[endian: Endian](self) -> Self:
        """The numbers with their bytes in an order."""
        comptime if endian == Endian.native() or Self.dtype.size_of() == 1:
            return self
        else:
            return byte_swap(self)

    @staticmethod
    def from_endian[endian: Endian](value: Self) -> Self:
        """The numbers whose bytes are in an order."""
        return value.to_endian[endian]()

    def as_bytes[
        *, endian: Endian = Endian.native()
    ](self) -> Array[UInt8, Self.dtype.size_of() * Int(Self.length)]:
        """The bytes of the numbers, in memory's order."""
        var result = Array[UInt8, Self.dtype.size_of() * Int(Self.length)](fill=0)
        comptime for i in range(Int(Self.length)):
            var bits = self[i].to_bits()
            comptime for k in range(Self.dtype.size_of()):
                comptime place = k if endian == Endian.little else Self.dtype.size_of() - 1 - k
                result[i * Self.dtype.size_of() + place] = (bits >> type_of(bits)(8 * k)).cast[DType.uint8]()
        return result^

    @staticmethod
    def from_bytes[
        n: Int, //, *, endian: Endian = Endian.native()
    ](bytes: Array[UInt8, n]) -> Self:
        """The numbers that have these bytes."""
        comptime assert n == Self.dtype.size_of() * Int(Self.length), "the numbers have another number of bytes"
        var value = UnsafePointer(to=bytes).bitcast[Self]()[]
        return value.to_endian[endian]()

    def write_padded[W: Writer, //](self, mut writer: W, width: Int):
        """Writes the numbers with blanks before them, `width` characters in all."""
        var text = String(self)
        for _ in range(width - text.byte_length()):
            writer.write_string(" ")
        writer.write(text)
