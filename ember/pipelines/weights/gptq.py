"""GPTQ in folders: 4 bits a weight, in words of eight; the weights of a group share a scale and the number that stands for zero.

A layer has `qweight` [in / 8, out], `qzeros` [groups, out / 8], `scales` [groups, out] and perhaps `g_idx` [in], the group of each input. Kernels want rows
of blocks (`gptq_32`, `gptq_64`, `gptq_128`): a scale, the zero, the weights of a group. Where groups are not neighbours, inputs are put in order first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from ember.dtype import DType
from ember.nn import WeightData
from ember.pipelines.config import ModelError

if TYPE_CHECKING:
    import numpy as np

    from ember.binding.functions import Functions

    Array = np.ndarray[Any, np.dtype[Any]]

_SOURCE: Final = Path(__file__).resolve().parents[2] / "lib" / "kernels" / "quantization" / "_functions.mojo"  # fmt: skip
_BLOCKS: Final = (128, 64, 32)
_HEAD: Final = 4
ENCODINGS: Final = frozenset(f"gptq_{block}" for block in _BLOCKS)
"""What rows of blocks are called."""
PARTS: Final = ("qweight", "qzeros", "scales", "g_idx")
"""What a layer has in place of `weight`."""


class Settings(NamedTuple):
    """What `config.json` says of quantised weights."""

    group_size: int
    less: int
    """What zeros in files are too small by."""

    @staticmethod
    def of(path: Path, values: Mapping[str, Any]) -> Settings | None:
        """Those of a folder; None if its weights are not quantised."""
        found = values.get("quantization_config")
        if not isinstance(found, dict):
            return None
        method, bits = found.get("quant_method"), found.get("bits")
        if method != "gptq":
            raise ModelError(
                f"{path}: weights quantised by '{method}' are not supported; 'gptq' is"
            )
        if bits != 4:
            raise ModelError(
                f"{path}: GPTQ weights of {bits} bits are not supported; those of 4 are"
            )
        size = found.get("group_size", -1)
        if not isinstance(size, int) or (size < 1 and size != -1):
            raise ModelError(f"{path}: 'group_size' is {size!r}, not a number of weights, or -1 for all of a row")  # fmt: skip
        return Settings(size, 0 if found.get("checkpoint_format") == "gptq_v2" else 1)


def layer_weights(name: str, parts: Mapping[str, Array], settings: Settings) -> Iterator[tuple[str, WeightData]]:  # fmt: skip
    """`weight` of a layer, and `order` where its inputs are to be put in order; `parts` are its tensors as they lie in the file."""
    import numpy as np

    for part in PARTS[:3]:
        if part not in parts:
            raise ModelError(f"the tensor '{name}.{part}' is missing beside '{name}.qweight'")
    words, scales = parts["qweight"], parts["scales"]
    if words.ndim != 2 or not words.size:
        raise ModelError(f"the tensor '{name}.qweight' has the shape {list(words.shape)}, not that of a matrix")  # fmt: skip
    depth, columns = words.shape[0] * 8, words.shape[1]
    size = depth if settings.group_size == -1 else settings.group_size
    block = next((block for block in _BLOCKS if size % block == 0), None)
    if block is None or depth % size:
        raise ModelError(f"'{name}': groups of {size} of {depth} weights are not supported; groups are multiples of 32")  # fmt: skip
    count = depth // size
    for part, shape in (("qzeros", (count, columns // 8)), ("scales", (count, columns))):
        if columns % 8 or parts[part].shape != shape:
            raise ModelError(f"the tensor '{name}.{part}' has the shape {list(parts[part].shape)}, not {list(shape)}")  # fmt: skip
    groups = _groups(name, parts.get("g_idx"), depth, size)
    order = np.argsort(groups, kind="stable").astype(np.int32)
    rows = np.empty((columns, depth // block * (_HEAD + block // 2)), np.uint8)
    _functions()["gptq_rows"](rows, words.view(np.uint32), parts["qzeros"].view(np.uint32), scales.view(np.uint16), order, groups, block, settings.less)  # fmt: skip
    yield "weight", WeightData(rows, DType.uint8, f"gptq_{block}")
    if not np.array_equal(order, np.arange(depth)):
        yield "order", WeightData(order, DType.int32)


def _groups(name: str, given: Array | None, depth: int, size: int) -> Array:
    """The group of each input."""
    import numpy as np

    plain = np.arange(depth, dtype=np.int32) // np.int32(size)
    if given is None:
        return plain
    groups = np.ascontiguousarray(given, np.int32)
    if groups.shape != (depth,) or not np.array_equal(np.sort(groups), plain):
        raise ModelError(f"'{name}.g_idx' does not say for each of {depth} inputs which group of {size} it is in")  # fmt: skip
    return groups


def numbers(weight: WeightData, order: Array | None) -> Array:
    """The numbers that rows of blocks stand for, in the order of the inputs."""
    import numpy as np

    assert weight.encoding is not None
    block = int(weight.encoding.removeprefix("gptq_"))
    blocks = weight.data.reshape(len(weight.data), -1, _HEAD + block // 2)
    scale, zero = (blocks[..., at : at + 2].copy().view(np.float16).astype(np.float32) for at in (0, 2))  # fmt: skip
    bytes_ = blocks[..., _HEAD:].reshape(*blocks.shape[:2], -1, 16)
    quants = np.concatenate([bytes_ & 15, bytes_ >> 4], axis=-1).reshape(*blocks.shape[:2], block)
    found = (scale * (quants - zero)).reshape(len(blocks), -1).astype(np.float32)
    if order is None:
        return found
    result = np.empty_like(found)
    result[:, order] = found
    return result


@cache
def _functions() -> Functions:
    from ember.binding.functions import compile_functions

    return compile_functions(_SOURCE)
