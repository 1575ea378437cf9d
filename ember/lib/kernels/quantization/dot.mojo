"""Products of bytes summed in fours: the instruction of the machine, or plain vector code."""

from std.memory import bitcast
from std.sys.info import CompilationTarget, _current_target, _has_feature
from std.sys.intrinsics import llvm_intrinsic

comptime HAS_SDOT = CompilationTarget.is_arm() and _has_feature["dotprod", _current_target()]()
"""Whether the machine has the signed dot products of ARM.

Example:

```mojo
from quantization.dot import HAS_SDOT, HAS_VNNI, LANES

print(LANES >= 4, HAS_SDOT and HAS_VNNI)  # True False
```
"""
comptime HAS_VNNI = CompilationTarget.has_vnni() and CompilationTarget.has_avx512f()
"""Whether the machine has the dot products of AVX-512."""
comptime LANES = 16 if HAS_VNNI else 8 if CompilationTarget.has_avx2() or HAS_SDOT else 4
"""How many sums a vector holds: as many rows of weights are treated at once."""


@always_inline
def dot_fours[
    lanes: Int, //, signed: Bool
](sums: SIMD[DType.int32, lanes], weights: SIMD[DType.uint8, 4 * lanes], numbers: Int32) -> SIMD[DType.int32, lanes]:
    """Adds to each sum the products of four weights and the four signed bytes of `numbers`.

    Weights are signed bytes or numbers below 128; where the machine has VNNI, any unsigned bytes instead.

    Example:

    ```mojo
    from quantization.dot import LANES, dot_fours

    var weights = SIMD[DType.uint8, 4 * LANES](3)
    print(dot_fours[False](SIMD[DType.int32, LANES](10), weights, Int32(0x01020304))[0])  # 40
    ```
    """
    comptime bytes = 4 * lanes
    var spread = SIMD[DType.int32, lanes](numbers)
    comptime if HAS_SDOT and lanes == 8:
        var low = dot_fours[signed](sums.slice[4](), weights.slice[16](), numbers)
        var high = dot_fours[signed](sums.slice[4, offset=4](), weights.slice[16, offset=16](), numbers)
        return rebind[SIMD[DType.int32, lanes]](low.join(high))
    elif HAS_SDOT and lanes == 4:
        return llvm_intrinsic["llvm.aarch64.neon.sdot.v4i32.v16i8", SIMD[DType.int32, lanes], has_side_effect=False](
            sums, bitcast[DType.int8](weights), bitcast[DType.int8, bytes](spread)
        )
    elif HAS_VNNI and lanes == 16:
        return llvm_intrinsic["llvm.x86.avx512.vpdpbusd.512", SIMD[DType.int32, lanes], has_side_effect=False](
            sums, weights, bitcast[DType.int8, bytes](spread)
        )
    elif CompilationTarget.has_avx2() and lanes == 8:
        return _dot_by_pairs[signed](sums, weights, bitcast[DType.int8, bytes](spread))
    else:
        return _dot_by_products[signed](sums, weights, bitcast[DType.int8, bytes](spread))


@always_inline
def _dot_by_pairs[
    lanes: Int, bytes: Int, //, signed: Bool
](
    sums: SIMD[DType.int32, lanes], weights: SIMD[DType.uint8, bytes], numbers: SIMD[DType.int8, bytes]
) -> SIMD[DType.int32, lanes]:
    # AVX2 multiplies unsigned with signed bytes, so a sign goes over to the other factor.
    comptime words = SIMD[DType.int16, 2 * lanes]
    var left = weights
    var right = numbers
    comptime if signed:
        var signs = bitcast[DType.int8](weights)
        left = bitcast[DType.uint8](abs(signs))
        right = llvm_intrinsic["llvm.x86.avx2.psign.b", SIMD[DType.int8, bytes], has_side_effect=False](numbers, signs)
    var pairs = llvm_intrinsic["llvm.x86.avx2.pmadd.ub.sw", words, has_side_effect=False](left, right)
    return sums + llvm_intrinsic["llvm.x86.avx2.pmadd.wd", SIMD[DType.int32, lanes], has_side_effect=False](
        pairs, words(1)
    )


@always_inline
def _dot_by_products[
    lanes: Int, bytes: Int, //, signed: Bool
](
    sums: SIMD[DType.int32, lanes], weights: SIMD[DType.uint8, bytes], numbers: SIMD[DType.int8, bytes]
) -> SIMD[DType.int32, lanes]:
    var wide = SIMD[DType.int16, bytes]()
    comptime if signed:
        wide = bitcast[DType.int8](weights).cast[DType.int16]()
    else:
        wide = weights.cast[DType.int16]()
    var products = (wide * numbers.cast[DType.int16]()).cast[DType.int32]()
    var result = sums
    comptime for lane in range(lanes):
        result[lane] += products.slice[4, offset = 4 * lane]().reduce_add()
    return result
