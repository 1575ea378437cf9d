"""Products with quantised weights that lie at addresses, and reading memory, for qmatmul.py."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from quantization import Encoding, pack_weights, qmatmul
from quantization.half_weights import half_matmul
from quantization.named import Q4_0, Q4_1, Q4_K, Q6_K, Q8_0
from std.algorithm.parallel import sync_parallelize
from std.math import ceildiv
from std.sys.info import num_logical_cores
from std.time import perf_counter_ns
from std.utils.index import IndexList

comptime FLOATS = StaticTensorSpec[DType.float32, 2].create_unknown()
comptime BYTES = StaticTensorSpec[DType.uint8, 2].create_unknown()


@always_inline
def at[dtype: DType](address: Int) -> UnsafePointer[Scalar[dtype], MutAnyOrigin]:
    return UnsafePointer[Scalar[dtype], MutAnyOrigin](unsafe_from_address=address)


def product[E: Encoding](c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, copies: Int) raises -> Int:
    """Nanoseconds of products with `copies` packed matrices that lie one after the other."""
    var bytes = k // E.elements * E.bytes
    var start = perf_counter_ns()
    for i in range(copies):
        qmatmul[E](
            OutputTensor[static_spec=FLOATS](at[DType.float32](c), IndexList[2](m, n)),
            InputTensor[static_spec=FLOATS](at[DType.float32](a), IndexList[2](m, k)),
            InputTensor[static_spec=BYTES](at[DType.uint8](b) + i * n * bytes, IndexList[2](n, bytes)),
            packed=True,
        )
    return Int(perf_counter_ns() - start)


def q4_0(c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, copies: Int) raises -> Int:
    return product[Q4_0](c, a, b, m, n, k, copies)


def q4_1(c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, copies: Int) raises -> Int:
    return product[Q4_1](c, a, b, m, n, k, copies)


def q8_0(c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, copies: Int) raises -> Int:
    return product[Q8_0](c, a, b, m, n, k, copies)


def q4_k(c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, copies: Int) raises -> Int:
    return product[Q4_K](c, a, b, m, n, k, copies)


def q6_k(c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, copies: Int) raises -> Int:
    return product[Q6_K](c, a, b, m, n, k, copies)


def f16(c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, copies: Int) raises -> Int:
    var start = perf_counter_ns()
    for i in range(copies):
        half_matmul[DType.float16](
            OutputTensor[static_spec=FLOATS](at[DType.float32](c), IndexList[2](m, n)),
            InputTensor[static_spec=FLOATS](at[DType.float32](a), IndexList[2](m, k)),
            InputTensor[static_spec=BYTES](at[DType.uint8](b) + 2 * i * n * k, IndexList[2](n, 2 * k)),
            packed=True,
        )
    return Int(perf_counter_ns() - start)


def read(address: Int, bytes: Int, result: Int) -> Int:
    """Nanoseconds of reading memory in all threads: the roof of products with one row."""
    var words = at[DType.uint64](address)
    var each = ceildiv(bytes // 8, num_logical_cores()) // 32 * 32
    var start = perf_counter_ns()

    @__parameter
    def share(index: Int):
        var sums = SIMD[DType.uint64, 32](0)
        for i in range(index * each, min((index + 1) * each, bytes // 8 // 32 * 32), 32):
            sums ^= words.load[width=32, alignment=8](i)
        at[DType.uint64](result)[index] = sums.reduce_add()

    sync_parallelize[share](num_logical_cores())
    return Int(perf_counter_ns() - start)
