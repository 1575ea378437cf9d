"""Opening a model: a GGUF file, or a folder with `config.json`, safetensors and `tokenizer.json`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ember.dtype import DType
from ember.nn import WeightData
from ember.pipelines import names
from ember.pipelines.config import ModelConfig, ModelError, config_of_gguf, config_of_json
from ember.pipelines.registry import PIPELINE_REGISTRY, SupportedArchitecture
from ember.pipelines.weights import gptq
from ember.pipelines.weights.formats import Format, dequantize
from ember.pipelines.weights.gguf import Gguf
from ember.pipelines.weights.quantizing import quantize

if TYPE_CHECKING:
    import numpy as np

    from ember.pipelines.tokenizers import Tokenizer
    from ember.pipelines.weights.safetensors import Safetensors

    Array = np.ndarray[Any, np.dtype[Any]]


@dataclass
class OpenModel:
    """A model's files: what it is, its weights where they lie, its tokenizer."""

    path: Path
    config: ModelConfig
    architecture: SupportedArchitecture
    weights: dict[str, WeightData]
    tokenizer: Tokenizer


def open_model(path: str | Path, task: str = "") -> OpenModel:
    """Opens a file or folder of a model for a task; what is wrong with it is a `ValueError` that says where."""
    path = Path(path)
    if not path.exists():
        raise ModelError(f"there is no model at '{path}'")
    return _open_folder(path, task) if path.is_dir() else _open_gguf(path, task)


def _architecture(path: Path, config: ModelConfig, task: str) -> SupportedArchitecture:
    """A model's architecture; one for another task is refused before anything is read or compiled for it."""
    found = PIPELINE_REGISTRY.find(config.architecture)
    if task == "embeddings" != found.task:
        raise ModelError(f"'{path}' generates text; embeddings need an encoder, such as BERT")
    if task and task != found.task:
        raise ModelError(f"'{path}' is for {found.task}, it does not generate text")
    return found


def _open_gguf(path: Path, task: str) -> OpenModel:
    from ember.pipelines.tokenizers.from_gguf import gguf_tokenizer

    file = Gguf(path)
    config = config_of_gguf(file)
    architecture = _architecture(path, config, task)
    rename = architecture.renamer("gguf")
    weights: dict[str, WeightData] = {}
    for name, info in file.tensors.items():
        if name not in names.IGNORED:
            weight = weight_of(file.raw(name), info.format, len(info.shape))
            weights |= _apart(rename(name), weight)
    weights = architecture.adapt(weights, config)
    return OpenModel(path, config, architecture, weights, gguf_tokenizer(file))


def weight_of(raw: Array, format: Format, rank: int) -> WeightData:
    """The values of a tensor of a GGUF file. Matrices stay as they lie; vectors become f32, which norms and sums want."""
    import numpy as np

    if format is Format.F32:
        return WeightData(raw.view(np.float32), DType.float32)
    if rank < 2:
        return WeightData(dequantize(raw, format), DType.float32)
    return WeightData(raw, DType.uint8, format.name.lower())


def _apart(name: str, weight: WeightData) -> dict[str, WeightData]:
    """A tensor as modules have it: the experts of a layer lie in one, and are modules each; the gate of one is a row."""
    start, found, rest = name.partition(".experts.")
    if found and weight.data.ndim == 3:
        return {f"{start}.experts.{number}.{rest}": replace(weight, data=matrix) for number, matrix in enumerate(weight.data)}  # fmt: skip
    if name.endswith(".shared_expert_gate.weight"):
        return {name: replace(weight, data=weight.data.reshape(1, -1))}
    return {name: weight}


def in_format(weights: dict[str, WeightData], format: Format) -> dict[str, WeightData]:
    """The weights with their matrices in another format; rows that are no whole blocks of it stay as they are."""
    found = dict(weights)
    for name, weight in weights.items():
        old = weight.encoding or Format.F32.name.lower()
        if weight.data.ndim < 2 or weight.dtype not in (DType.float32, DType.uint8) or old == format.name.lower():  # fmt: skip
            continue
        order = f"{name.removesuffix('.weight')}.order"
        numbers = _numbers(weight, weights.get(order))
        if numbers.shape[-1] % format.elements == 0:
            found[name] = weight_of(quantize(numbers, format), format, numbers.ndim)
            found.pop(order, None)
    return found


def _numbers(weight: WeightData, order: WeightData | None) -> Array:
    """The numbers of a matrix; those of GPTQ may lie in another order."""
    if weight.encoding is None:
        return weight.data
    if weight.encoding in gptq.ENCODINGS:
        return gptq.numbers(weight, None if order is None else order.data)
    return dequantize(weight.data, Format[weight.encoding.upper()])


def _open_folder(path: Path, task: str) -> OpenModel:
    from ember.pipelines.tokenizers.from_json import json_tokenizer
    from ember.pipelines.tokenizers.translating import model_tokenizer

    values = read_json(path / "config.json")
    config = config_of_json(values)
    architecture = _architecture(path, config, task)
    weights = safetensors_weights(path, config, architecture, gptq.Settings.of(path, values))
    is_alone = (path / "tokenizer.model").exists() and not (path / "tokenizer.json").exists()
    tokenizer = model_tokenizer(path) if is_alone else json_tokenizer(path)
    return OpenModel(path, config, architecture, weights, tokenizer)


def safetensors_weights(
    path: Path,
    config: ModelConfig,
    architecture: SupportedArchitecture,
    quantized: gptq.Settings | None = None,
) -> dict[str, WeightData]:
    """The weights of a folder, as the model of the configuration wants them; layers may be quantised by GPTQ."""
    weights = _safetensors(path, architecture.renamer("safetensors"), quantized)
    if config.is_tied:
        weights.pop("lm_head.weight", None)
    return architecture.adapt(weights, config)


def read_json(path: Path) -> dict[str, Any]:
    """The settings in a file."""
    if not path.is_file():
        raise ModelError(f"{path.parent}: there is no '{path.name}' in this folder")
    try:
        values = json.loads(path.read_text("utf-8"))
    except OSError as problem:
        raise ModelError(f"{path}: {problem.strerror}") from None
    except ValueError as problem:
        raise ModelError(f"{path}: this is no JSON: {problem}") from None
    if not isinstance(values, dict):
        raise ModelError(f"{path}: this is no object of settings")
    return values


_ENCODINGS = {DType.float16: "f16", DType.bfloat16: "bf16"}


def _safetensors(
    path: Path, rename: Callable[[str], str], quantized: gptq.Settings | None
) -> dict[str, WeightData]:
    from ember.pipelines.weights.safetensors import open_folder

    weights: dict[str, WeightData] = {}
    layers: dict[str, dict[str, Array]] = {}
    files = open_folder(path)
    for name, file in files.items():
        layer, _, part = name.rpartition(".")
        if quantized is not None and part in gptq.PARTS and f"{layer}.qweight" in files:
            layers.setdefault(layer, {})[part] = _gptq_part(file, name, part)
        else:
            weights[rename(name)] = _plain_weight(file, name)
    for layer, parts in layers.items():
        assert quantized is not None
        for kind, weight in gptq.layer_weights(layer, parts, quantized):
            weights[rename(f"{layer}.{kind}")] = weight
    return weights


def _plain_weight(file: Safetensors, name: str) -> WeightData:
    import numpy as np

    info, raw = file.tensors[name], file.raw(name)
    if info.dtype is DType.float32:
        return WeightData(raw.view(np.float32).reshape(info.shape), info.dtype)
    if info.dtype in _ENCODINGS and len(info.shape) >= 2:
        rows = raw.reshape(*info.shape[:-1], -1)
        return WeightData(rows, DType.uint8, _ENCODINGS[info.dtype])
    return WeightData(file.numbers(name), DType.float32)


def _gptq_part(file: Safetensors, name: str, part: str) -> Array:
    """A tensor of a quantised layer: scales as f16, words and groups as whole numbers of 32 bits."""
    import numpy as np

    info = file.tensors[name]
    if part == "scales" and info.dtype.is_float():
        return file.numbers(name).astype(np.float16)
    if part == "scales" or info.dtype is not DType.int32:
        wanted = "numbers of a floating-point type" if part == "scales" else "int32"
        raise ModelError(f"the tensor '{name}' holds {info.dtype.name}, not {wanted}")
    return file.raw(name).view(np.int32).reshape(info.shape)
