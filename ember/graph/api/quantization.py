"""How weights are packed into fewer bits: blocks of numbers, each of so many bytes."""

from __future__ import annotations

from enum import Enum
from typing import NamedTuple


class BlockParameters(NamedTuple):
    """Numbers of a block, and its bytes."""

    elements_per_block: int
    block_size: int


class QuantizationConfig(NamedTuple):
    """What a packed weight needs besides its encoding."""

    quant_method: str
    bits: int
    group_size: int
    desc_act: bool = False
    sym: bool = False


class QuantizationEncoding(Enum):
    """The encodings of llama.cpp's files, and GPTQ's."""

    Q4_0 = "Q4_0"
    Q4_1 = "Q4_1"
    Q5_0 = "Q5_0"
    Q5_1 = "Q5_1"
    Q8_0 = "Q8_0"
    Q4_K = "Q4_K"
    Q5_K = "Q5_K"
    Q6_K = "Q6_K"
    GPTQ = "GPTQ"

    @property
    def block_parameters(self) -> BlockParameters:
        return _BLOCKS[self]

    @property
    def elements_per_block(self) -> int:
        return self.block_parameters.elements_per_block

    @property
    def block_size(self) -> int:
        """Bytes of a block."""
        return self.block_parameters.block_size

    @property
    def is_gguf(self) -> bool:
        return self is not QuantizationEncoding.GPTQ

    @property
    def name(self) -> str:
        return self.value


_BLOCKS = {
    QuantizationEncoding.Q4_0: BlockParameters(32, 18),
    QuantizationEncoding.Q4_1: BlockParameters(32, 20),
    QuantizationEncoding.Q5_0: BlockParameters(32, 22),
    QuantizationEncoding.Q5_1: BlockParameters(32, 24),
    QuantizationEncoding.Q8_0: BlockParameters(32, 34),
    QuantizationEncoding.Q4_K: BlockParameters(256, 144),
    QuantizationEncoding.Q5_K: BlockParameters(256, 176),
    QuantizationEncoding.Q6_K: BlockParameters(256, 210),
    QuantizationEncoding.GPTQ: BlockParameters(128, 66),
}
