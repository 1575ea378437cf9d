"""Quantised weights at addresses, for test_qmatmul.py: one call for each encoding."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec, _FusedComputeOutputTensor, _FusedInputTensor
from quantization._graph_qmatmul import Dequantize, PackQuantized, QMatmul, QMatmulPacked
from quantization.half_products import HAS_HALF_SUMS
from std.gpu.host import DeviceContext
from std.utils.index import IndexList

comptime FLOATS = StaticTensorSpec[DType.float32, 2].create_unknown()
comptime BYTES = StaticTensorSpec[DType.uint8, 2].create_unknown()


@always_inline
def at[dtype: DType](address: Int) -> UnsafePointer[Scalar[dtype], MutAnyOrigin]:
    return UnsafePointer[Scalar[dtype], MutAnyOrigin](unsafe_from_address=address)


def call[encoding: StaticString](what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    """0: the numbers, 1: packs, 2: multiplies with plain weights, 3: with packed ones."""
    var weights = InputTensor[static_spec=BYTES](at[DType.uint8](b), IndexList[2](n, bytes))
    var result = _FusedComputeOutputTensor[static_spec=FLOATS](at[DType.float32](c), IndexList[2](m, n))
    var numbers = _FusedInputTensor[static_spec=FLOATS](at[DType.float32](a), IndexList[2](m, k))
    if what == 0:
        var decoded = _FusedComputeOutputTensor[static_spec=FLOATS](at[DType.float32](c), IndexList[2](n, k))
        Dequantize[encoding].execute["cpu"](decoded, weights, DeviceContext())
    elif what == 1:
        var packed = OutputTensor[static_spec=BYTES](at[DType.uint8](c), IndexList[2](n, bytes))
        PackQuantized[encoding].execute["cpu"](packed, weights, DeviceContext())
    elif what == 2:
        QMatmul[encoding].execute["cpu"](result, numbers, weights, DeviceContext())
    else:
        QMatmulPacked[encoding].execute["cpu"](result, numbers, weights, DeviceContext())


def q4_0(what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    call["q4_0"](what, c, a, b, m, n, k, bytes)


def q4_1(what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    call["q4_1"](what, c, a, b, m, n, k, bytes)


def q5_0(what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    call["q5_0"](what, c, a, b, m, n, k, bytes)


def q5_1(what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    call["q5_1"](what, c, a, b, m, n, k, bytes)


def q8_0(what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    call["q8_0"](what, c, a, b, m, n, k, bytes)


def q4_k(what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    call["q4_k"](what, c, a, b, m, n, k, bytes)


def q5_k(what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    call["q5_k"](what, c, a, b, m, n, k, bytes)


def q6_k(what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    call["q6_k"](what, c, a, b, m, n, k, bytes)


def gptq_128(what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    call["gptq_128"](what, c, a, b, m, n, k, bytes)


def f16(what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    call["f16"](what, c, a, b, m, n, k, bytes)


def bf16(what: Int, c: Int, a: Int, b: Int, m: Int, n: Int, k: Int, bytes: Int) raises:
    call["bf16"](what, c, a, b, m, n, k, bytes)


def has_half_sums() -> Bool:
    return HAS_HALF_SUMS
