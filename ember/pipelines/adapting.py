"""LoRA adapters out of folders as the package `peft` writes them: `adapter_config.json` and `adapter_model.safetensors`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ember.dtype import DType
from ember.nn import Linear, Module, WeightData
from ember.pipelines.config import ModelError
from ember.pipelines.loading import OpenModel, read_json
from ember.pipelines.weights.permuting import interleaved_rows
from ember.pipelines.weights.safetensors import Safetensors

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_NAME = re.compile(r"(?:base_model\.model\.)?(.+)\.lora_([AB])(?:\.default)?\.weight\Z")


@dataclass
class Adapter:
    """The two matrices of each linear layer it changes, and what their product is multiplied with."""

    folder: Path
    scale: float
    layers: dict[str, dict[str, Array]]
    """By the layer's name in the folder: `A` and `B`."""

    @staticmethod
    def of_folder(folder: str | Path) -> Adapter:
        """Opens a folder; `ModelError` says what is not supported."""
        folder = Path(folder)
        settings = read_json(folder / "adapter_config.json")
        for name, usual in (("peft_type", "LORA"), ("use_dora", False), ("bias", "none")):
            if settings.get(name, usual) != usual:
                raise ModelError(f"{folder}: an adapter whose '{name}' is {settings[name]!r} is not supported")  # fmt: skip
        if settings.get("rank_pattern") or settings.get("alpha_pattern"):
            raise ModelError(f"{folder}: adapters with ranks of their own for some layers are not supported")  # fmt: skip
        rank, alpha = settings.get("r"), settings.get("lora_alpha")
        if not isinstance(rank, int) or rank < 1 or not isinstance(alpha, int | float):
            raise ModelError(f"{folder}: 'adapter_config.json' needs 'r' and 'lora_alpha'")
        scale = alpha / (rank**0.5 if settings.get("use_rslora") else rank)
        return Adapter(folder, scale, _matrices(folder))

    def add_to(self, model: Module, files: OpenModel) -> dict[str, WeightData]:
        """Adds it to the layers it is for; gives the values of the weights that come with it."""
        modules = dict(model.named_modules())
        rename = files.architecture.renamer("safetensors")
        values: dict[str, WeightData] = {}
        for name, pair in self.layers.items():
            path = rename(f"{name}.weight").removesuffix(".weight")
            layer = modules.get(path)
            if not isinstance(layer, Linear):
                raise ModelError(f"{self.folder}: the adapter changes '{name}', which is no linear layer of the model")  # fmt: skip
            a, b = pair["A"], self._ordered(pair["B"], path, files)
            if a.shape != (len(a), layer.in_dim) or b.shape != (layer.out_dim, len(a)):
                raise ModelError(f"{self.folder}: matrices of {list(a.shape)} and {list(b.shape)} do not fit '{name}', which is {layer.out_dim} × {layer.in_dim}")  # fmt: skip
            layer.add_adapter(len(a), self.scale)
            number = len(layer.adapters) - 1
            values[f"{path}.adapters.{number}.a"] = WeightData(a, DType.float32)
            values[f"{path}.adapters.{number}.b"] = WeightData(b, DType.float32)
        return values

    def _ordered(self, b: Array, path: str, files: OpenModel) -> Array:
        """Rows of queries and keys lie otherwise in some GGUF files."""
        config = files.config
        heads = {"q_proj": config.heads, "k_proj": config.kv_heads}.get(path.rpartition(".")[2])
        if heads is None or not (config.is_file_gguf and config.rope_interleaved):
            return b
        return interleaved_rows(b, heads)


def _matrices(folder: Path) -> dict[str, dict[str, Array]]:
    file = Safetensors(folder / "adapter_model.safetensors")
    found: dict[str, dict[str, Array]] = {}
    for name in file.tensors:
        matched = _NAME.match(name)
        if matched is None:
            raise ModelError(f"{file.path}: '{name}' is no matrix of a low-rank adapter")
        found.setdefault(matched[1], {})[matched[2]] = file.numbers(name)
    for name, pair in found.items():
        if set(pair) != {"A", "B"}:
            raise ModelError(f"{file.path}: '{name}' has one matrix of two")
    return found
