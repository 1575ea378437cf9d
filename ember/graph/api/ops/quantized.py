"""Weights in blocks of bytes."""

from __future__ import annotations

from ember.dialects import mo_packing, mo_types
from ember.dialects.dimensions import Dimension, constant
from ember.dtype import DType
from ember.graph.api.build import append
from ember.graph.api.operands import as_tensor, tensor_type
from ember.graph.api.operations import operation
from ember.graph.api.quantization import QuantizationConfig, QuantizationEncoding
from ember.graph.api.values import TensorValue


def _columns(encoding: QuantizationEncoding, packed: TensorValue, op: str) -> Dimension:
    """How many numbers a row of bytes holds."""
    if not isinstance(encoding, QuantizationEncoding):
        raise ValueError(f"{op}: there is no encoding {encoding!r}")
    if packed.dtype is not DType.uint8 or packed.rank != 2:
        raise ValueError(f"{op}: packed weights are uint8 [rows, bytes], not {packed.type}")
    size = tensor_type(packed).dims[-1]
    if size.constant is None:
        raise TypeError(f"{op}: how many bytes a row has must be known: {packed.shape}")
    if size.constant % encoding.block_size:
        raise ValueError(f"{op}: rows of {size} bytes are no blocks of {encoding.block_size} bytes, as {encoding.name} has")  # fmt: skip
    return constant(size.constant // encoding.block_size * encoding.elements_per_block)


@operation
def qmatmul(
    encoding: QuantizationEncoding,
    config: QuantizationConfig | None,
    lhs: TensorValue,
    *rhs: TensorValue,
) -> TensorValue:
    """A matrix times the transpose of a packed one."""
    x, packed = as_tensor(lhs), [as_tensor(value) for value in rhs]
    if not packed:
        raise ValueError("qmatmul: the packed weights are missing")
    wanted = DType.float32 if encoding.is_gguf else DType.bfloat16
    if x.dtype is not wanted or x.rank != 2:
        raise ValueError(f"qmatmul: the left side is a matrix of {wanted} for {encoding.name}, not {x.type}")  # fmt: skip
    columns = _columns(encoding, packed[0], "qmatmul")
    rows, depth = tensor_type(x).dims
    if encoding.is_gguf and depth != columns:
        raise ValueError(f"qmatmul: {x.shape} times the transpose of rows of {columns} numbers: {depth} and {columns} differ")  # fmt: skip
    type = tensor_type(x).with_dims((rows, tensor_type(packed[0]).dims[0]))
    operands = [x.ir, *(value.ir for value in packed)]
    attrs = {"encoding": encoding.name.lower()}
    return TensorValue(append(mo_packing.QMatmul, operands, attrs, (type,)).results[0])


@operation
def dequantize(encoding: QuantizationEncoding, quantized: TensorValue) -> TensorValue:
    """The numbers of packed weights, as float32."""
    packed = as_tensor(quantized)
    columns = _columns(encoding, packed, "dequantize")
    type = mo_types.tensor((tensor_type(packed).dims[0], columns), DType.float32.entry, str(packed.device))  # fmt: skip
    attrs = {"encoding": encoding.name.lower()}
    return TensorValue(append(mo_packing.Dequantize, (packed.ir,), attrs, (type,)).results[0])
