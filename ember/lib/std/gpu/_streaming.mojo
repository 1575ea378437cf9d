"""Reads and writes of memory that is used once, in words of PTX: LLVM has none for them."""

from std.memory import bitcast
from std.memory.address_space import AddressSpace
from std.sys.intrinsics import inlined_assembly


def can_stream[dtype: DType, width: SIMDLength, alignment: Int, space: AddressSpace]() -> Bool:
    """Whether there are words for it: one access of 4, 8 or 16 bytes, aligned to its size, of the device's main memory."""
    if space != AddressSpace.GENERIC and space != AddressSpace.GLOBAL:
        return False
    var bytes = dtype.size_of() * Int(width)
    return (bytes == 4 or bytes == 8 or bytes == 16) and alignment >= bytes


@always_inline("nodebug")
def load_streaming[
    dtype: DType, //, width: SIMDLength
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_]) -> SIMD[dtype, width]:
    """Reads numbers which the caches need not keep."""
    comptime bytes = dtype.size_of() * Int(width)
    comptime if bytes == 4:
        return bitcast[dtype, width](inlined_assembly["ld.cs.b32 $0, [$1];", UInt32, constraints="=r,l,~{memory}"](ptr))
    elif bytes == 8:
        return bitcast[dtype, width](inlined_assembly["ld.cs.b64 $0, [$1];", UInt64, constraints="=l,l,~{memory}"](ptr))
    else:
        comptime text = "ld.cs.v4.b32 {$0, $1, $2, $3}, [$4];"
        return bitcast[dtype, width](
            inlined_assembly[text, SIMD[DType.uint32, 4], constraints="=r,=r,=r,=r,l,~{memory}"](ptr)
        )


@always_inline("nodebug")
def store_streaming[
    dtype: DType, width: SIMDLength, //
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_], value: SIMD[dtype, width]):
    """Writes numbers which the caches need not keep."""
    comptime bytes = dtype.size_of() * Int(width)
    comptime if bytes == 4:
        var word = bitcast[DType.uint32, 1](value)
        inlined_assembly["st.cs.b32 [$0], $1;", NoneType, constraints="l,r,~{memory}"](ptr, word)
    elif bytes == 8:
        var word = bitcast[DType.uint64, 1](value)
        inlined_assembly["st.cs.b64 [$0], $1;", NoneType, constraints="l,l,~{memory}"](ptr, word)
    else:
        var words = bitcast[DType.uint32, 4](value)
        inlined_assembly["st.cs.v4.b32 [$0], {$1, $2, $3, $4};", NoneType, constraints="l,r,r,r,r,~{memory}"](
            ptr, words[0], words[1], words[2], words[3]
        )
