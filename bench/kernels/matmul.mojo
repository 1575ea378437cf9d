"""Products of f32 matrices that lie at addresses, for matmul.py."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from linalg import matmul
from std.time import perf_counter_ns
from std.utils.index import IndexList

comptime SPEC = StaticTensorSpec[DType.float32, 2].create_unknown()


@always_inline
def at(address: Int) -> UnsafePointer[Float32, MutAnyOrigin]:
    return UnsafePointer[Float32, MutAnyOrigin](unsafe_from_address=address)


def product(c: Int, a: Int, b: Int, m: Int, n: Int, k: Int) raises -> Int:
    """Nanoseconds of `a @ b`."""
    var start = perf_counter_ns()
    matmul(
        OutputTensor[static_spec=SPEC](at(c), IndexList[2](m, n)),
        InputTensor[static_spec=SPEC](at(a), IndexList[2](m, k)),
        InputTensor[static_spec=SPEC](at(b), IndexList[2](k, n)),
    )
    return Int(perf_counter_ns() - start)
