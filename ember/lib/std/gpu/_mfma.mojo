"""Matrix instructions of AMD's CDNA GPUs, which `mma` uses there: products of fragments that the 64 lanes of a wave hold."""

from std.memory import bitcast
from std.sys.intrinsics import llvm_intrinsic


@always_inline
def multiply_fragments(a: SIMD, b: SIMD, c: SIMD) -> SIMD[c.dtype, c.length]:
    """A B + C for one tile; the types and sizes of the fragments choose the instruction.

    Example:

    ```mojo
    from std.gpu.host.compile import compile_info
    from std.gpu.host.info import MI300X
    from std.gpu.mma import mma

    def kernel(result: UnsafePointer[Float32, MutAnyOrigin]):
        var sums = SIMD[DType.float32, 4](0)
        mma(sums, SIMD[DType.float16, 4](1), SIMD[DType.float16, 4](2), sums)
        result[0] = sums[0]

    print("v_mfma_f32_16x16x16_f16" in String(compile_info[kernel, target=MI300X.target()]().asm))  # True
    ```
    """
    comptime assert Int(a.length) == Int(b.length), "the fragments of A and B are of the same size on AMD GPUs"
    comptime assert Int(c.length) == 4 or Int(c.length) == 16, "a lane holds 4 sums of a 16 x 16 tile, or 16 of a 32 x 32 one"
    comptime is_small = Int(c.length) == 4
    comptime if a.dtype == DType.float16:
        _check[a.length, 4, c.dtype, DType.float32]()
        return _mfma["f32.16x16x16f16" if is_small else "f32.32x32x8f16"](a, b, c)
    elif a.dtype == DType.bfloat16:
        _check[a.length, 4, c.dtype, DType.float32]()
        comptime name = "f32.16x16x16bf16.1k" if is_small else "f32.32x32x8bf16.1k"
        return _mfma[name](bitcast[DType.int16, 4](a), bitcast[DType.int16, 4](b), c)
    elif a.dtype == DType.float32:
        _check[a.length, 1, c.dtype, DType.float32]()
        return _mfma["f32.16x16x4f32" if is_small else "f32.32x32x2f32"](a, b, c)
    elif a.dtype == DType.float64:
        _check[a.length, 1, c.dtype, DType.float64]()
        comptime assert is_small, "tiles of Float64 are 16 x 16"
        return _mfma["f64.16x16x4f64"](a, b, c)
    elif a.dtype == DType.int8:
        _check[a.length, 8, c.dtype, DType.int32]()
        return _mfma_bytes["i32.16x16x32.i8" if is_small else "i32.32x32x16.i8"](a, b, c)
    elif a.dtype == DType.float8_e4m3fnuz:
        _check[a.length, 8, c.dtype, DType.float32]()
        return _mfma_bytes["f32.16x16x32.fp8.fp8" if is_small else "f32.32x32x16.fp8.fp8"](a, b, c)
    else:
        comptime assert a.dtype == DType.float8_e5m2fnuz, "AMD GPUs have no matrix instruction for this type"
        _check[a.length, 8, c.dtype, DType.float32]()
        return _mfma_bytes["f32.16x16x32.bf8.bf8" if is_small else "f32.32x32x16.bf8.bf8"](a, b, c)


def _check[length: SIMDLength, wanted: Int, sum: DType, wanted_sum: DType]():
    comptime assert Int(length) == wanted, "AMD GPUs have no matrix instruction for fragments of this size"
    comptime assert sum == wanted_sum, "the sums are Float32, of Float64 matrices Float64, of Int8 matrices Int32"


@always_inline
def _mfma[name: StringLiteral](a: SIMD, b: SIMD, c: SIMD) -> SIMD[c.dtype, c.length]:
    # The three numbers would send elements of one block to others; zeroes send nothing.
    return llvm_intrinsic["llvm.amdgcn.mfma." + name, SIMD[c.dtype, c.length]](a, b, c, Int32(0), Int32(0), Int32(0))


@always_inline
def _mfma_bytes[name: StringLiteral](a: SIMD, b: SIMD, c: SIMD) -> SIMD[c.dtype, c.length]:
    # Eight bytes travel in one number.
    return _mfma[name](bitcast[DType.int64, 1](a), bitcast[DType.int64, 1](b), c)
