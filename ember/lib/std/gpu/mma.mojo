"""Matrix instructions: products of fragments that the lanes of a warp hold together, and fragments in shared memory."""

from std.gpu._registers import Pair, Quad
from std.gpu._target import requires_nvidia
from std.memory import bitcast
from std.sys.info import is_amd_gpu
from std.sys.intrinsics import llvm_intrinsic


# -- mma ----------------------------------------------------------------------------------------------------


@always_inline
def mma[
    d_type: DType, d_size: SIMDLength, a_type: DType, a_size: SIMDLength, b_type: DType, b_size: SIMDLength, //
](
    mut d: SIMD[d_type, d_size],
    a: SIMD[a_type, a_size],
    b: SIMD[b_type, b_size],
    c: SIMD[d_type, d_size],
):
    """D = A B + C for one tile; the types and sizes of the fragments choose the instruction.

    | A, B | C, D | tile | elements of a lane |
    | --- | --- | --- | --- |
    | Float16, BFloat16 | Float32 | 16 x 8 x 8, 16 x 8 x 16 | 4, 2, 4 and 8, 4, 4 |
    | Float16 | Float16 | 16 x 8 x 8, 16 x 8 x 16 | 4, 2, 4 and 8, 4, 4 |
    | Float32 (as TF32) | Float32 | 16 x 8 x 4, 16 x 8 x 8 | 2, 1, 4 and 4, 2, 4 |
    | Float64 | Float64 | 8 x 8 x 4 | 1, 1, 2 |
    | Int8, UInt8 | Int32 | 16 x 8 x 32 (Int8: 16 x 8 x 16 too) | 16, 8, 4 and 8, 4, 4 |
    | Float8_e4m3fn, Float8_e5m2 | Float32 | 16 x 8 x 32 | 16, 8, 4 |

    On AMD GPUs (CDNA), A and B have fragments of the same size, and waves 64 lanes:

    | A, B | C, D | tile | elements of a lane |
    | --- | --- | --- | --- |
    | Float16, BFloat16 | Float32 | 16 x 16 x 16, 32 x 32 x 8 | 4, 4, 4 and 4, 4, 16 |
    | Float32 | Float32 | 16 x 16 x 4, 32 x 32 x 2 | 1, 1, 4 and 1, 1, 16 |
    | Float64 | Float64 | 16 x 16 x 4 | 1, 1, 4 |
    | Int8 | Int32 | 16 x 16 x 32, 32 x 32 x 16 | 8, 8, 4 and 8, 8, 16 |
    | Float8_e4m3fnuz, Float8_e5m2fnuz | Float32 | 16 x 16 x 32, 32 x 32 x 16 | 8, 8, 4 and 8, 8, 16 |

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.mma import mma

    def kernel(result: UnsafePointer[Float32, MutAnyOrigin]):
        var a = SIMD[DType.float32, 4](1)  # the lanes hold a 16 x 8 matrix of ones
        var b = SIMD[DType.float32, 2](2)  # and an 8 x 8 matrix of twos
        var sums = SIMD[DType.float32, 4](0)
        mma(sums, a, b, sums)
        result[thread_idx.x] = sums[0]

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.float32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 16.0
    ```
    """
    comptime assert a_type == b_type, "A and B must be of the same type"
    comptime if is_amd_gpu():
        from std.gpu._mfma import multiply_fragments

        d = multiply_fragments(a, b, c)
        return
    requires_nvidia["mma"]()
    comptime if a_type == DType.float16:
        d = _mma_half(a, b, c)
    elif a_type == DType.float64:
        comptime assert d_type == DType.float64, "a product of Float64 matrices is Float64"
        var sums = llvm_intrinsic["llvm.nvvm.mma.m8n8k4.row.col.f64", Pair[DType.float64]](
            Float64(a[0]), Float64(b[0]), Float64(c[0]), Float64(c[1])
        )
        d = SIMD[d_type, d_size](Scalar[d_type](sums.a), Scalar[d_type](sums.b))
    elif a_type.is_integral():
        d = _mma_words[DType.int32, _integer_name[a_type, a_size]()](a, b, c)
    elif a_type == DType.bfloat16:
        comptime name = "m16n8k16.row.col.bf16" if a_size == SIMDLength(8) else "m16n8k8.row.col.bf16"
        d = _mma_words[DType.float32, name](a, b, c)
    elif a_type == DType.float32:
        comptime name = "m16n8k8.row.col.tf32" if a_size == SIMDLength(4) else "m16n8k4.row.col.tf32"
        d = _mma_words[DType.float32, name](a, b, c)
    elif a_type == DType.float8_e4m3fn:
        d = _mma_words[DType.float32, "m16n8k32.row.col.f32.e4m3.e4m3.f32"](a, b, c)
    elif a_type == DType.float8_e5m2:
        d = _mma_words[DType.float32, "m16n8k32.row.col.f32.e5m2.e5m2.f32"](a, b, c)
    else:
        comptime assert False, "there is no matrix instruction for this type"


def _integer_name[dtype: DType, size: SIMDLength]() -> StringLiteral:
    comptime assert dtype == DType.int8 or dtype == DType.uint8, "there is no matrix instruction for this type"
    comptime if dtype == DType.uint8:
        return "m16n8k32.row.col.u8"
    elif size == SIMDLength(16):
        return "m16n8k32.row.col.s8"
    else:
        return "m16n8k16.row.col.s8"


@always_inline
def _mma_words[
    sum: DType, name: StringLiteral
](a: SIMD, b: SIMD, c: SIMD) -> SIMD[c.dtype, c.length]:
    # Elements travel in words of 32 bits: four and two of them, or two and one.
    comptime assert c.dtype == sum and Int(c.length) == 4, "the lanes hold four sums each, of the type of the products"
    comptime words = Int(a.length) * a.dtype.size_of() // 4
    comptime assert Int(b.length) * 2 == Int(a.length), "there is no matrix instruction for fragments of this size"
    comptime full = "llvm.nvvm.mma." + name
    var x = bitcast[DType.uint32, words](a)
    var y = bitcast[DType.uint32, words // 2](b)
    comptime if words == 4:
        return _from_quad[c.dtype, c.length](
            llvm_intrinsic[full, Quad[sum]](
                x[0], x[1], x[2], x[3], y[0], y[1], _sum[sum](c, 0), _sum[sum](c, 1), _sum[sum](c, 2), _sum[sum](c, 3)
            )
        )
    else:
        comptime assert words == 2, "there is no matrix instruction for fragments of this size"
        return _from_quad[c.dtype, c.length](
            llvm_intrinsic[full, Quad[sum]](
                x[0], x[1], y[0], _sum[sum](c, 0), _sum[sum](c, 1), _sum[sum](c, 2), _sum[sum](c, 3)
            )
        )


@always_inline
def _sum[dtype: DType](c: SIMD, i: Int) -> Scalar[dtype]:
    return rebind[Scalar[dtype]](c[i])


@always_inline
def _from_quad[dtype: DType, length: SIMDLength](quad: Quad) -> SIMD[dtype, length]:
    return rebind[SIMD[dtype, length]](SIMD[quad.dtype, 4](quad.a[0], quad.b[0], quad.c[0], quad.d[0]))


@always_inline
def _mma_half(a: SIMD, b: SIMD, c: SIMD) -> SIMD[c.dtype, c.length]:
    # Halves travel in pairs.
    comptime pairs = Int(a.length) // 2
    comptime shape = "m16n8k16" if pairs == 4 else "m16n8k8"
    comptime assert (pairs == 4 or pairs == 2) and Int(b.length) == pairs and Int(c.length) == 4, (
        "there is no matrix instruction for fragments of this size"
    )
    comptime if c.dtype == DType.float32:
        comptime name = "llvm.nvvm.mma." + shape + ".row.col.f32.f32"
        comptime if pairs == 4:
            return _from_quad[c.dtype, c.length](
                llvm_intrinsic[name, Quad[DType.float32]](
                    _pair(a, 0), _pair(a, 1), _pair(a, 2), _pair(a, 3), _pair(b, 0), _pair(b, 1),
                    _sum[DType.float32](c, 0), _sum[DType.float32](c, 1), _sum[DType.float32](c, 2),
                    _sum[DType.float32](c, 3),
                )
            )
        else:
            return _from_quad[c.dtype, c.length](
                llvm_intrinsic[name, Quad[DType.float32]](
                    _pair(a, 0), _pair(a, 1), _pair(b, 0),
                    _sum[DType.float32](c, 0), _sum[DType.float32](c, 1), _sum[DType.float32](c, 2),
                    _sum[DType.float32](c, 3),
                )
            )
    else:
        comptime assert c.dtype == DType.float16, "a product of Float16 matrices is Float16 or Float32"
        comptime name = "llvm.nvvm.mma." + shape + ".row.col.f16.f16"
        comptime if pairs == 4:
            return _from_pair[c.dtype, c.length](
                llvm_intrinsic[name, Pair[DType.float16, 2]](
                    _pair(a, 0), _pair(a, 1), _pair(a, 2), _pair(a, 3), _pair(b, 0), _pair(b, 1), _pair(c, 0),
                    _pair(c, 1),
                )
            )
        else:
            return _from_pair[c.dtype, c.length](
                llvm_intrinsic[name, Pair[DType.float16, 2]](
                    _pair(a, 0), _pair(a, 1), _pair(b, 0), _pair(c, 0), _pair(c, 1)
                )
            )


@always_inline
def _pair(x: SIMD, i: Int) -> SIMD[DType.float16, 2]:
    return SIMD[DType.float16, 2](rebind[Float16](x[2 * i]), rebind[Float16](x[2 * i + 1]))


@always_inline
def _from_pair[dtype: DType, length: SIMDLength](pair: Pair[DType.float16, 2]) -> SIMD[dtype, length]:
    return rebind[SIMD[dtype, length]](SIMD[DType.float16, 4](pair.a[0], pair.a[1], pair.b[0], pair.b[1]))


# -- fragments in shared memory -----------------------------------------------------------------------------


@always_inline
def ld_matrix[
    dtype: DType, //, simd_width: SIMDLength, *, transpose: Bool = False
](ptr: UnsafePointer[Scalar[dtype], _, address_space = AddressSpace.SHARED]) -> SIMD[dtype, simd_width]:
    """Loads matrices of 8 rows of 16 bytes as fragments; each lane points to a row (lanes 0-7: first matrix, …).

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.mma import ld_matrix
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[Float32, MutAnyOrigin]):
        var matrix = stack_allocation[64, BFloat16, alignment=16, address_space=AddressSpace.SHARED]()
        matrix[thread_idx.x] = 3
        matrix[thread_idx.x + 32] = 3
        barrier()
        var part = ld_matrix[2](matrix + thread_idx.x % 8 * 8)
        result[thread_idx.x] = Float32(part[0])

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.float32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 3.0
    ```
    """
    requires_nvidia["ld_matrix"]()
    comptime assert not transpose or dtype.size_of() == 2, "only elements of 16 bits can be transposed"
    comptime count = Int(simd_width) * dtype.size_of() // 4
    comptime name = (
        "llvm.nvvm.ldmatrix.sync.aligned.m8n8." + _count_name[count]() + (".trans" if transpose else "") + ".b16.p3"
    )
    comptime if count == 1:
        return bitcast[dtype, simd_width](llvm_intrinsic[name, UInt32](ptr))
    elif count == 2:
        var words = llvm_intrinsic[name, Pair[DType.uint32]](ptr)
        return bitcast[dtype, simd_width](SIMD[DType.uint32, 2](words.a, words.b))
    else:
        var words = llvm_intrinsic[name, Quad[DType.uint32]](ptr)
        return bitcast[dtype, simd_width](SIMD[DType.uint32, 4](words.a, words.b, words.c, words.d))


@always_inline
def st_matrix[
    dtype: DType, length: SIMDLength, //, *, transpose: Bool = False
](ptr: UnsafePointer[Scalar[dtype], _, address_space = AddressSpace.SHARED], d: SIMD[dtype, length]):
    """Stores fragments as matrices of 8 rows of 16 bytes; each lane points to a row (lanes 0-7: first matrix, …).

    Example:

    ```mojo
    from std.gpu import barrier, thread_idx
    from std.gpu.host import DeviceContext
    from std.gpu.mma import st_matrix
    from std.memory import AddressSpace, stack_allocation

    def kernel(result: UnsafePointer[Float32, MutAnyOrigin]):
        var matrix = stack_allocation[64, BFloat16, alignment=16, address_space=AddressSpace.SHARED]()
        st_matrix(matrix + thread_idx.x % 8 * 8, SIMD[DType.bfloat16, 2](3))
        barrier()
        result[thread_idx.x] = Float32(matrix[thread_idx.x])

    var context = DeviceContext()
    var result = context.enqueue_create_buffer[DType.float32](32)
    context.enqueue_function[kernel](result, grid_dim=1, block_dim=32)
    with result.map_to_host() as values:
        print(values[5])  # 3.0
    ```
    """
    requires_nvidia["st_matrix"]()
    comptime count = Int(length) * dtype.size_of() // 4
    comptime name = (
        "llvm.nvvm.stmatrix.sync.aligned.m8n8." + _count_name[count]() + (".trans" if transpose else "") + ".b16.p3"
    )
    var words = bitcast[DType.uint32, count](d)
    comptime if count == 1:
        llvm_intrinsic[name, NoneType](ptr, words[0])
    elif count == 2:
        llvm_intrinsic[name, NoneType](ptr, words[0], words[1])
    else:
        llvm_intrinsic[name, NoneType](ptr, words[0], words[1], words[2], words[3])


def _count_name[count: Int]() -> StringLiteral:
    comptime assert count == 1 or count == 2 or count == 4, "one, two or four matrices are moved at a time"
    return "x1" if count == 1 else "x2" if count == 2 else "x4"


from std.gpu.wgmma import (
    WGMMADescriptor,
    WGMMASwizzle,
    wgmma_async,
    wgmma_commit_group_sync,
    wgmma_fence_aligned,
    wgmma_wait_group_sync,
)
