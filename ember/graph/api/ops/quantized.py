"""Weights in blocks of bytes."""

from __future__ import annotations

from typing import NamedTuple

from ember.dialects import mo_packing, mo_types
from ember.dialects.dimensions import Dimension, constant
from ember.dtype import DType
from ember.graph.api.build import append
from ember.graph.api.operands import as_tensor, tensor_type
from ember.graph.api.operations import operation
from ember.graph.api.ops.views import gather
from ember.graph.api.quantization import QuantizationConfig, QuantizationEncoding
from ember.graph.api.values import TensorValue


class _Blocks(NamedTuple):
    """What kernels call an encoding, and its blocks."""

    name: str
    elements: int
    size: int


def _blocks(encoding: QuantizationEncoding, config: QuantizationConfig | None, op: str) -> _Blocks:
    """Those of an encoding. GPTQ's: a scale and what stands for zero, of half precision, then the weights of a group."""
    if not isinstance(encoding, QuantizationEncoding):
        raise ValueError(f"{op}: there is no encoding {encoding!r}")
    if encoding.is_gguf:
        return _Blocks(encoding.name.lower(), encoding.elements_per_block, encoding.block_size)
    if config is None:
        raise ValueError(f"{op}: GPTQ needs a QuantizationConfig")
    if config.bits != 4 or config.group_size not in (32, 64, 128):
        raise ValueError(f"{op}: GPTQ is there for 4 bits and groups of 32, 64 and 128, not for {config.bits} bits and groups of {config.group_size}")  # fmt: skip
    return _Blocks(f"gptq_{config.group_size}", config.group_size, 4 + config.group_size // 2)


def _columns(blocks: _Blocks, packed: TensorValue, op: str) -> Dimension:
    """How many numbers a row of bytes holds."""
    if packed.dtype is not DType.uint8 or packed.rank != 2:
        raise ValueError(f"{op}: packed weights are uint8 [rows, bytes], not {packed.type}")
    size = tensor_type(packed).dims[-1]
    if size.constant is None:
        raise TypeError(f"{op}: how many bytes a row has must be known: {packed.shape}")
    if size.constant % blocks.size:
        raise ValueError(f"{op}: rows of {size} bytes are no blocks of {blocks.size} bytes, as {blocks.name.upper()} has")  # fmt: skip
    return constant(size.constant // blocks.size * blocks.elements)


@operation
def qmatmul(
    encoding: QuantizationEncoding,
    config: QuantizationConfig | None,
    lhs: TensorValue,
    *rhs: TensorValue,
) -> TensorValue:
    """A matrix times the transpose of a packed one. With GPTQ's `desc_act` the order follows in which the packed one wants the columns of the first."""
    x, packed = as_tensor(lhs), [as_tensor(value) for value in rhs]
    blocks = _blocks(encoding, config, "qmatmul")
    is_ordered = not encoding.is_gguf and config is not None and config.desc_act
    if not packed:
        raise ValueError("qmatmul: the packed weights are missing")
    if len(packed) != (2 if is_ordered else 1):
        raise ValueError(f"qmatmul: {'the packed weights and their order' if is_ordered else 'the packed weights'} are wanted, not {len(packed)} tensors")  # fmt: skip
    wanted = (DType.float32,) if encoding.is_gguf else (DType.bfloat16, DType.float32)
    if x.dtype not in wanted or x.rank != 2:
        raise ValueError(f"qmatmul: the left side is a matrix of {wanted[0]} for {encoding.name}, not {x.type}")  # fmt: skip
    columns = _columns(blocks, packed[0], "qmatmul")
    rows, depth = tensor_type(x).dims
    if depth != columns:
        raise ValueError(f"qmatmul: {x.shape} times the transpose of rows of {columns} numbers: {depth} and {columns} differ")  # fmt: skip
    if is_ordered:
        x = gather(x, packed[1], axis=1)
    type = tensor_type(x).with_dims((rows, tensor_type(packed[0]).dims[0]))
    attrs = {"encoding": blocks.name}
    return TensorValue(append(mo_packing.QMatmul, [x.ir, packed[0].ir], attrs, (type,)).results[0])


@operation
def dequantize(encoding: QuantizationEncoding, quantized: TensorValue, config: QuantizationConfig | None = None) -> TensorValue:  # fmt: skip
    """The numbers of packed weights, as float32."""
    packed = as_tensor(quantized)
    blocks = _blocks(encoding, config, "dequantize")
    columns = _columns(blocks, packed, "dequantize")
    type = mo_types.tensor((tensor_type(packed).dims[0], columns), DType.float32.entry, str(packed.device))  # fmt: skip
    attrs = {"encoding": blocks.name}
    return TensorValue(append(mo_packing.Dequantize, (packed.ir,), attrs, (type,)).results[0])
