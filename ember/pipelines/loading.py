"""Opening a model: a GGUF file, or a folder with `config.json`, safetensors and `tokenizer.json`."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ember.dtype import DType
from ember.nn import WeightData
from ember.pipelines import names
from ember.pipelines.config import ModelConfig, ModelError, config_of_gguf, config_of_json
from ember.pipelines.registry import PIPELINE_REGISTRY, SupportedArchitecture
from ember.pipelines.weights.formats import Format, dequantize
from ember.pipelines.weights.gguf import Gguf
from ember.pipelines.weights.quantizing import quantize

if TYPE_CHECKING:
    import numpy as np

    from ember.pipelines.tokenizers import Tokenizer

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
    weights = {
        rename(name): weight_of(file.raw(name), info.format, len(info.shape))
        for name, info in file.tensors.items()
        if name not in names.IGNORED
    }
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


def in_format(weights: dict[str, WeightData], format: Format) -> dict[str, WeightData]:
    """The weights with their matrices in another format; rows that are no whole blocks of it stay as they are."""
    found = {}
    for name, weight in weights.items():
        old = Format[weight.encoding.upper()] if weight.encoding else Format.F32
        if weight.data.ndim < 2 or weight.dtype not in (DType.float32, DType.uint8) or old is format:  # fmt: skip
            found[name] = weight
            continue
        numbers = dequantize(weight.data, old) if weight.encoding else weight.data
        if numbers.shape[-1] % format.elements:
            found[name] = weight
        else:
            found[name] = weight_of(quantize(numbers, format), format, numbers.ndim)
    return found


def _open_folder(path: Path, task: str) -> OpenModel:
    from ember.pipelines.tokenizers.from_json import json_tokenizer

    config = config_of_json(read_json(path / "config.json"))
    architecture = _architecture(path, config, task)
    weights = safetensors_weights(path, config, architecture)
    return OpenModel(path, config, architecture, weights, json_tokenizer(path))


def safetensors_weights(
    path: Path, config: ModelConfig, architecture: SupportedArchitecture
) -> dict[str, WeightData]:
    """The weights of a folder, as the model of the configuration wants them."""
    weights = _safetensors(path, architecture.renamer("safetensors"))
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


def _safetensors(path: Path, rename: Callable[[str], str]) -> dict[str, WeightData]:
    import numpy as np

    from ember.driver.elements import decode
    from ember.pipelines.weights.safetensors import open_folder

    weights = {}
    for name, file in open_folder(path).items():
        info, raw = file.tensors[name], file.raw(name)
        if info.dtype is DType.float32:
            weights[rename(name)] = WeightData(raw.view(np.float32).reshape(info.shape), info.dtype)
        elif info.dtype in _ENCODINGS and len(info.shape) >= 2:
            rows = raw.reshape(*info.shape[:-1], -1)
            weights[rename(name)] = WeightData(rows, DType.uint8, _ENCODINGS[info.dtype])
        else:
            plain = raw.view(f"u{info.dtype.size_in_bytes}").reshape(info.shape)
            values = np.asarray(decode(plain, info.dtype), np.float32)
            weights[rename(name)] = WeightData(values, DType.float32)
    return weights
