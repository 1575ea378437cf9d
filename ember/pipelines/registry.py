"""Which architectures there are. Users add theirs the same way: a package with `ARCHITECTURES`."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

from ember.graph import DeviceRef
from ember.nn import Transformer, WeightData
from ember.pipelines import names
from ember.pipelines.config import ModelConfig, ModelError

Builder = Callable[[ModelConfig, DeviceRef], Transformer]
Rename = Callable[[str], str]


@dataclass(frozen=True)
class SupportedArchitecture:
    """An architecture: what files call it, and what builds it."""

    name: str
    """As in `config.json`: `LlamaForCausalLM`."""
    builder: Builder | str
    """A function of configuration and device, or the module of ours that has it as `build`."""
    gguf_names: tuple[str, ...] = ()
    task: str = "text-generation"
    weight_adapters: dict[str, Rename] = field(default_factory=dict)
    """For `gguf` or `safetensors`: the name in the model for a name in the file, where the usual rules do not do.

    Our own modules may have it as `renamed`, for folders, and a function `adapted` of weights and configuration."""

    @property
    def is_users(self) -> bool:
        """Whether somebody else wrote it."""
        return not isinstance(self.builder, str)

    def renamer(self, kind: str) -> Rename:
        """Our names of the tensors of a kind of file."""
        if kind in self.weight_adapters:
            return self.weight_adapters[kind]
        if kind == "safetensors":
            own: Rename = getattr(self._module(), "renamed", names.of_transformers)
            return own
        return names.of_gguf

    def adapt(self, weights: dict[str, WeightData], config: ModelConfig) -> dict[str, WeightData]:
        """The weights as the model wants them."""
        change: Callable[..., dict[str, WeightData]] | None
        change = getattr(self._module(), "adapted", None)
        return weights if change is None else change(weights, config)

    def _module(self) -> ModuleType | None:
        return import_module(self.builder) if isinstance(self.builder, str) else None

    def build(self, config: ModelConfig, device: DeviceRef) -> Transformer:
        """The model."""
        if not isinstance(self.builder, str):
            return self.builder(config, device)
        model: Transformer = import_module(self.builder).build(config, device)
        return model


class PipelineRegistry:
    """Architectures by their names."""

    def __init__(self) -> None:
        self._by_name: dict[str, SupportedArchitecture] = {}

    def register(self, architecture: SupportedArchitecture, allow_override: bool = False) -> None:
        """Adds one; `ValueError` if the name is taken."""
        for name in (architecture.name, *architecture.gguf_names):
            if name in self._by_name and not allow_override:
                raise ValueError(f"there is an architecture '{name}' already")
            self._by_name[name] = architecture

    def find(self, name: str) -> SupportedArchitecture:
        """The architecture of a name; `ModelError` lists those there are."""
        found = self._by_name.get(name)
        if found is None:
            known = ", ".join(sorted({a.name for a in self._by_name.values()}))
            raise ModelError(f"the architecture '{name}' is not supported; supported are {known}")
        return found

    def load_custom(self, folder: str | Path) -> None:
        """Adds the `ARCHITECTURES` of a user's package, in place of ours of the same name."""
        folder = Path(folder)
        start = folder / "__init__.py" if folder.is_dir() else folder
        spec = importlib.util.spec_from_file_location(
            folder.stem,
            start,
            submodule_search_locations=[str(folder)] if folder.is_dir() else None,
        )
        if spec is None or spec.loader is None or not start.exists():
            raise ModelError(f"'{folder}' is no package of architectures")
        module = importlib.util.module_from_spec(spec)
        sys.modules[folder.stem] = module
        try:
            spec.loader.exec_module(module)
        except Exception as problem:
            raise ModelError(f"'{folder}' does not load: {problem}") from problem
        found = getattr(module, "ARCHITECTURES", None)
        if not found:
            raise ModelError(f"'{folder}' has no list 'ARCHITECTURES'")
        for architecture in found:
            if not isinstance(architecture, SupportedArchitecture):
                raise ModelError(f"'{folder}': {architecture!r} in 'ARCHITECTURES' is no SupportedArchitecture")  # fmt: skip
            self.register(architecture, allow_override=True)


PIPELINE_REGISTRY: Final = PipelineRegistry()

_OURS: Final = "ember.pipelines.architectures."

for _architecture in (
    SupportedArchitecture("LlamaForCausalLM", _OURS + "llama", ("llama",)),
    SupportedArchitecture("MistralForCausalLM", _OURS + "llama", ("mistral",)),
    SupportedArchitecture("Qwen2ForCausalLM", _OURS + "qwen", ("qwen2",)),
    SupportedArchitecture("Qwen3ForCausalLM", _OURS + "qwen", ("qwen3",)),
    SupportedArchitecture("Qwen2MoeForCausalLM", _OURS + "qwen", ("qwen2moe",)),
    SupportedArchitecture("Qwen3MoeForCausalLM", _OURS + "qwen", ("qwen3moe",)),
    SupportedArchitecture("Gemma3ForCausalLM", _OURS + "gemma3", ("gemma3",)),
    SupportedArchitecture("Phi3ForCausalLM", _OURS + "phi3", ("phi3",)),
    SupportedArchitecture("MixtralForCausalLM", _OURS + "mixtral"),
    SupportedArchitecture("GPT2LMHeadModel", _OURS + "gpt2"),
    SupportedArchitecture("BertModel", _OURS + "bert", task="embeddings"),
):
    PIPELINE_REGISTRY.register(_architecture)
