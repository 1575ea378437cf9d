"""Matrices and approximate functions as LLVM's NVVM intrinsics."""

from std.ffi import external_call
from std.gpu._registers import Pair, Quad
from std.gpu._simulator.matrix import SharedWords, load_matrices, multiply, store_matrices
from std.memory import bitcast
from std.sys.intrinsics import llvm_intrinsic


# -- matrices --------------------------------------------------------------------------------------------


comptime Half2 = SIMD[DType.float16, 2]


@always_inline
def _word(pair: Half2) -> UInt64:
    return UInt64(bitcast[DType.uint32, 1](pair))


@always_inline
def _quad(sums: SIMD[DType.float32, 4]) -> Quad[DType.float32]:
    return Quad[DType.float32](sums[0], sums[1], sums[2], sums[3])


@always_inline
def _halves(sums: SIMD[DType.float16, 4]) -> Pair[DType.float16, 2]:
    return Pair[DType.float16, 2](Half2(sums[0], sums[1]), Half2(sums[2], sums[3]))


@always_inline
def mma_m16n8k16_row_col_f32_f32(
    a0: Half2, a1: Half2, a2: Half2, a3: Half2,
    b0: Half2, b1: Half2,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float16, DType.float32, 16](
            SIMD[DType.uint64, 4](_word(a0), _word(a1), _word(a2), _word(a3)),
            SIMD[DType.uint64, 2](_word(b0), _word(b1)),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k8_row_col_f32_f32(
    a0: Half2, a1: Half2,
    b0: Half2,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float16, DType.float32, 8](
            SIMD[DType.uint64, 4](_word(a0), _word(a1), 0, 0),
            SIMD[DType.uint64, 2](_word(b0), 0),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k16_row_col_f16_f16(
    a0: Half2, a1: Half2, a2: Half2, a3: Half2,
    b0: Half2, b1: Half2,
    c0: Half2, c1: Half2,
) -> Pair[DType.float16, 2]:
    return _halves(multiply[DType.float16, DType.float16, 16](
            SIMD[DType.uint64, 4](_word(a0), _word(a1), _word(a2), _word(a3)),
            SIMD[DType.uint64, 2](_word(b0), _word(b1)),
            SIMD[DType.float16, 4](c0[0], c0[1], c1[0], c1[1]),
        ))


@always_inline
def mma_m16n8k8_row_col_f16_f16(
    a0: Half2, a1: Half2,
    b0: Half2,
    c0: Half2, c1: Half2,
) -> Pair[DType.float16, 2]:
    return _halves(multiply[DType.float16, DType.float16, 8](
            SIMD[DType.uint64, 4](_word(a0), _word(a1), 0, 0),
            SIMD[DType.uint64, 2](_word(b0), 0),
            SIMD[DType.float16, 4](c0[0], c0[1], c1[0], c1[1]),
        ))


@always_inline
def mma_m16n8k16_row_col_bf16(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.bfloat16, DType.float32, 16](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k8_row_col_bf16(
    a0: UInt32, a1: UInt32,
    b0: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.bfloat16, DType.float32, 8](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), 0, 0),
            SIMD[DType.uint64, 2](UInt64(b0), 0),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k8_row_col_tf32(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float32, DType.float32, 8](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k4_row_col_tf32(
    a0: UInt32, a1: UInt32,
    b0: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float32, DType.float32, 4](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), 0, 0),
            SIMD[DType.uint64, 2](UInt64(b0), 0),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k32_row_col_s8(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Int32, c1: Int32, c2: Int32, c3: Int32,
) -> Quad[DType.int32]:
    var sums = multiply[DType.int8, DType.int32, 32](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.int32, 4](c0, c1, c2, c3),
        )
    return Quad[DType.int32](sums[0], sums[1], sums[2], sums[3])


@always_inline
def mma_m16n8k16_row_col_s8(
    a0: UInt32, a1: UInt32,
    b0: UInt32,
    c0: Int32, c1: Int32, c2: Int32, c3: Int32,
) -> Quad[DType.int32]:
    var sums = multiply[DType.int8, DType.int32, 16](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), 0, 0),
            SIMD[DType.uint64, 2](UInt64(b0), 0),
            SIMD[DType.int32, 4](c0, c1, c2, c3),
        )
    return Quad[DType.int32](sums[0], sums[1], sums[2], sums[3])


@always_inline
def mma_m16n8k32_row_col_u8(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Int32, c1: Int32, c2: Int32, c3: Int32,
) -> Quad[DType.int32]:
    var sums = multiply[DType.uint8, DType.int32, 32](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.int32, 4](c0, c1, c2, c3),
        )
    return Quad[DType.int32](sums[0], sums[1], sums[2], sums[3])


@always_inline
def mma_m16n8k32_row_col_f32_e4m3_e4m3_f32(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float8_e4m3fn, DType.float32, 32](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m16n8k32_row_col_f32_e5m2_e5m2_f32(
    a0: UInt32, a1: UInt32, a2: UInt32, a3: UInt32,
    b0: UInt32, b1: UInt32,
    c0: Float32, c1: Float32, c2: Float32, c3: Float32,
) -> Quad[DType.float32]:
    return _quad(multiply[DType.float8_e5m2, DType.float32, 32](
            SIMD[DType.uint64, 4](UInt64(a0), UInt64(a1), UInt64(a2), UInt64(a3)),
            SIMD[DType.uint64, 2](UInt64(b0), UInt64(b1)),
            SIMD[DType.float32, 4](c0, c1, c2, c3),
        ))


@always_inline
def mma_m8n8k4_row_col_f64(
    a0: Float64,
    b0: Float64,
    c0: Float64, c1: Float64,
) -> Pair[DType.float64]:
    var sums = multiply[DType.float64, DType.float64, 4](
            SIMD[DType.uint64, 4](bitcast[DType.uint64](a0), 0, 0, 0),
            SIMD[DType.uint64, 2](bitcast[DType.uint64](b0), 0),
            SIMD[DType.float64, 4](c0, c1, 0, 0),
        )
    return Pair[DType.float64](sums[0], sums[1])


@always_inline
def ldmatrix_sync_aligned_m8n8_x1_b16_p3(row: SharedWords) -> UInt32:
    return load_matrices[1, False](row)[0]


@always_inline
def ldmatrix_sync_aligned_m8n8_x2_b16_p3(row: SharedWords) -> Pair[DType.uint32]:
    var words = load_matrices[2, False](row)
    return Pair[DType.uint32](words[0], words[1])


@always_inline
def ldmatrix_sync_aligned_m8n8_x4_b16_p3(row: SharedWords) -> Quad[DType.uint32]:
    var words = load_matrices[4, False](row)
    return Quad[DType.uint32](words[0], words[1], words[2], words[3])


@always_inline
def stmatrix_sync_aligned_m8n8_x1_b16_p3(row: SharedWords, a: UInt32):
    store_matrices[1, False](row, SIMD[DType.uint32, 4](a, 0, 0, 0))


@always_inline
def stmatrix_sync_aligned_m8n8_x2_b16_p3(row: SharedWords, a: UInt32, b: UInt32):
    store_matrices[2, False](row, SIMD[DType.uint32, 4](a, b, 0, 0))


@always_inline
def stmatrix_sync_aligned_m8n8_x4_b16_p3(row: SharedWords, a: UInt32, b: UInt32, c: UInt32, d: UInt32):
    store_matrices[4, False](row, SIMD[DType.uint32, 4](a, b, c, d))


@always_inline
def ldmatrix_sync_aligned_m8n8_x1_trans_b16_p3(row: SharedWords) -> UInt32:
    return load_matrices[1, True](row)[0]


@always_inline
def ldmatrix_sync_aligned_m8n8_x2_trans_b16_p3(row: SharedWords) -> Pair[DType.uint32]:
    var words = load_matrices[2, True](row)
    return Pair[DType.uint32](words[0], words[1])


@always_inline
def ldmatrix_sync_aligned_m8n8_x4_trans_b16_p3(row: SharedWords) -> Quad[DType.uint32]:
    var words = load_matrices[4, True](row)
    return Quad[DType.uint32](words[0], words[1], words[2], words[3])


@always_inline
def stmatrix_sync_aligned_m8n8_x1_trans_b16_p3(row: SharedWords, a: UInt32):
    store_matrices[1, True](row, SIMD[DType.uint32, 4](a, 0, 0, 0))


@always_inline
def stmatrix_sync_aligned_m8n8_x2_trans_b16_p3(row: SharedWords, a: UInt32, b: UInt32):
    store_matrices[2, True](row, SIMD[DType.uint32, 4](a, b, 0, 0))


@always_inline
def stmatrix_sync_aligned_m8n8_x4_trans_b16_p3(row: SharedWords, a: UInt32, b: UInt32, c: UInt32, d: UInt32):
    store_matrices[4, True](row, SIMD[DType.uint32, 4](a, b, c, d))


# -- arithmetic ------------------------------------------------------------------------------------------


@always_inline
def ex2_approx_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.exp2.f32", Float32, has_side_effect=False](x)


@always_inline
def ex2_approx_f32(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.exp2.f32", Float32, has_side_effect=False](x)


@always_inline
def ex2_approx_ftz_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.exp2.f32", Float32, has_side_effect=False](x)


@always_inline
def ex2_approx_ftz_f32(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.exp2.f32", Float32, has_side_effect=False](x)


@always_inline
def lg2_approx_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.log2.f32", Float32, has_side_effect=False](x)


@always_inline
def lg2_approx_ftz_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.log2.f32", Float32, has_side_effect=False](x)


@always_inline
def sin_approx_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.sin.f32", Float32, has_side_effect=False](x)


@always_inline
def sin_approx_ftz_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.sin.f32", Float32, has_side_effect=False](x)


@always_inline
def cos_approx_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.cos.f32", Float32, has_side_effect=False](x)


@always_inline
def cos_approx_ftz_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.cos.f32", Float32, has_side_effect=False](x)


@always_inline
def sqrt_approx_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.sqrt.f32", Float32, has_side_effect=False](x)


@always_inline
def sqrt_approx_ftz_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.sqrt.f32", Float32, has_side_effect=False](x)


@always_inline
def sqrt_rn_f(x: Float32) -> Float32:
    return llvm_intrinsic["llvm.sqrt.f32", Float32, has_side_effect=False](x)


@always_inline
def ex2_approx_f16(x: Float16) -> Float16:
    return ex2_approx_f32(x.cast[DType.float32]()).cast[DType.float16]()


@always_inline
def rsqrt_approx_f(x: Float32) -> Float32:
    return Float32(1) / sqrt_approx_f(x)


@always_inline
def tanh_approx_f32(x: Float32) -> Float32:
    return external_call["tanhf", Float32](x)


@always_inline
def rsqrt_approx_ftz_f(x: Float32) -> Float32:
    return Float32(1) / sqrt_approx_f(x)


@always_inline
def rsqrt_approx_d(x: Float64) -> Float64:
    return Float64(1) / llvm_intrinsic["llvm.sqrt.f64", Float64, has_side_effect=False](x)


@always_inline
def rcp_approx_ftz_f(x: Float32) -> Float32:
    return Float32(1) / x


@always_inline
def rcp_rn_f(x: Float32) -> Float32:
    return Float32(1) / x


@always_inline
def div_approx_f(x: Float32, y: Float32) -> Float32:
    return x / y


@always_inline
def fma_rn_f(x: Float32, y: Float32, z: Float32) -> Float32:
    return x.fma(y, z)


@always_inline
def mulhi_ui(x: UInt32, y: UInt32) -> UInt32:
    return UInt32((UInt64(x) * UInt64(y)) >> 32)


@always_inline
def mulhi_i(x: Int32, y: Int32) -> Int32:
    return Int32((Int64(x) * Int64(y)) >> 32)


def prmt(x: UInt32, y: UInt32, selector: UInt32) -> UInt32:
    # Each byte of the result is one of the eight bytes of x and y, or eight times its sign.
    var bytes = UInt64(x) | (UInt64(y) << 32)
    var result = UInt32(0)
    for i in range(4):
        var choice = UInt64((selector >> UInt32(4 * i)) & 0xF)
        var byte = UInt32((bytes >> ((choice & 7) * 8)) & 0xFF)
        if choice & 8 != 0:
            byte = UInt32(0xFF) if byte & 0x80 != 0 else UInt32(0)
        result |= byte << UInt32(8 * i)
    return result
