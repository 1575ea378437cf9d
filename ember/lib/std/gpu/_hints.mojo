"""Reads and writes of memory with hints for the caches, in words of PTX: LLVM has none for them."""

from std.memory import bitcast
from std.memory.address_space import AddressSpace
from std.sys.intrinsics import inlined_assembly


def can_hint[dtype: DType, width: SIMDLength, alignment: Int, space: AddressSpace]() -> Bool:
    """Whether there are words for it: one access of 4, 8 or 16 bytes, aligned to its size, of the device's main memory."""
    if space != AddressSpace.GENERIC and space != AddressSpace.GLOBAL:
        return False
    var bytes = dtype.size_of() * Int(width)
    return (bytes == 4 or bytes == 8 or bytes == 16) and alignment >= bytes


def has_cache_policies() -> Bool:
    """Whether the device's second cache takes hints: all GPUs we know do but `sm_75`."""
    return __target_info["cpu"]() != "sm_75"


@always_inline("nodebug")
def load_hinted[
    dtype: DType, //, width: SIMDLength, hint: StringLiteral, policy: StringLiteral
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_]) -> SIMD[dtype, width]:
    """Reads numbers. The hint is a suffix of `ld`; a policy is one of the second cache's, or empty."""
    comptime bytes = dtype.size_of() * Int(width)
    comptime head = "ld" + _space[ptr.address_space]() + hint
    comptime if bytes == 4:
        comptime text = _with_policy[head, ".b32 $0, [$1]", policy]()
        return bitcast[dtype, width](inlined_assembly[text, UInt32, constraints="=r,l,~{memory}"](ptr))
    elif bytes == 8:
        comptime text = _with_policy[head, ".b64 $0, [$1]", policy]()
        return bitcast[dtype, width](inlined_assembly[text, UInt64, constraints="=l,l,~{memory}"](ptr))
    else:
        comptime text = _with_policy[head, ".v4.b32 {$0, $1, $2, $3}, [$4]", policy]()
        return bitcast[dtype, width](
            inlined_assembly[text, SIMD[DType.uint32, 4], constraints="=r,=r,=r,=r,l,~{memory}"](ptr)
        )


@always_inline("nodebug")
def store_hinted[
    dtype: DType, width: SIMDLength, //, hint: StringLiteral, policy: StringLiteral
](ptr: UnsafePointer[Scalar[dtype], _, address_space=_], value: SIMD[dtype, width]):
    """Writes numbers. The hint is a suffix of `st`; a policy is one of the second cache's, or empty."""
    comptime bytes = dtype.size_of() * Int(width)
    comptime head = "st" + _space[ptr.address_space]() + hint
    comptime if bytes == 4:
        comptime text = _with_policy[head, ".b32 [$0], $1", policy]()
        inlined_assembly[text, NoneType, constraints="l,r,~{memory}"](ptr, bitcast[DType.uint32, 1](value))
    elif bytes == 8:
        comptime text = _with_policy[head, ".b64 [$0], $1", policy]()
        inlined_assembly[text, NoneType, constraints="l,l,~{memory}"](ptr, bitcast[DType.uint64, 1](value))
    else:
        comptime text = _with_policy[head, ".v4.b32 [$0], {$1, $2, $3, $4}", policy]()
        var words = bitcast[DType.uint32, 4](value)
        inlined_assembly[text, NoneType, constraints="l,r,r,r,r,~{memory}"](
            ptr, words[0], words[1], words[2], words[3]
        )


def _space[space: AddressSpace]() -> StringLiteral:
    comptime if space == AddressSpace.GLOBAL:
        return ".global"
    else:
        return ""


def _with_policy[head: StringLiteral, tail: StringLiteral, policy: StringLiteral]() -> StringLiteral:
    # One instruction, after the one that makes its policy.
    comptime if policy == "":
        return head + tail + ";"
    else:
        return (
            "{ .reg .b64 %policy; createpolicy.fractional.L2::"
            + policy
            + ".b64 %policy, 1.0; "
            + head
            + ".L2::cache_hint"
            + tail
            + ", %policy; }"
        )
