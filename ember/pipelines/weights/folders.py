"""Models from one kind of file to the other: folders of `transformers`, and GGUF files.

The configuration goes through `ModelConfig`, which both are read into; tensors change their names and, where the two kinds disagree, the order of their rows
or the 1 that norms of Gemma have or leave out; vocabularies are translated by `tokenizers/translating.py`.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from ember.pipelines import names
from ember.pipelines.config import ModelConfig, ModelError, config_of_gguf, config_of_json
from ember.pipelines.tokenizers.translating import files_of_gguf, gguf_of_folder
from ember.pipelines.weights.formats import BY_NUMBER, Format, dequantize
from ember.pipelines.weights.gguf import Gguf
from ember.pipelines.weights.permuting import halved_rows, interleaved_rows
from ember.pipelines.weights.safetensors import open_folder

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]

_TWINS: Final = {"llama": "LlamaForCausalLM", "qwen2": "Qwen2ForCausalLM", "qwen3": "Qwen3ForCausalLM", "gemma3": "Gemma3ForCausalLM"}  # fmt: skip
"""Architectures that both kinds have: by the name in GGUF files."""
_OTHERS: Final = {"MistralForCausalLM": "llama"}
_TYPES: Final = {"llama": "llama", "qwen2": "qwen2", "qwen3": "qwen3", "gemma3": "gemma3_text"}


# -- a folder to a GGUF file -----------------------------------------------------------------------------


def gguf_parts(folder: Path) -> tuple[dict[str, Any], Iterator[tuple[str, Array]], int]:
    """Metadata of a GGUF file, its tensors as float32 one after the other, and how many there are."""
    values = json.loads((folder / "config.json").read_text("utf-8"))
    config = config_of_json(values)
    if values.get("quantization_config"):
        raise ModelError(f"{folder}: folders of quantised weights have no form as GGUF here")
    kind = {**{name: own for own, name in _TWINS.items()}, **_OTHERS}.get(config.architecture)
    if kind is None:
        raise ModelError(f"'{config.architecture}' has no form as GGUF here; there is one for {', '.join(sorted((*_TWINS.values(), *_OTHERS)))}")  # fmt: skip
    files = open_folder(folder)
    metadata = {**_metadata(config, kind, folder), **gguf_of_folder(folder)}
    factors = _frequency_factors(config)
    return metadata, _gguf_tensors(files, config, kind, factors), len(files) + (factors is not None)


def _metadata(config: ModelConfig, kind: str, folder: Path) -> dict[str, Any]:
    found: dict[str, Any] = {
        "general.architecture": kind, "general.name": folder.resolve().name, f"{kind}.block_count": config.layers, f"{kind}.context_length": config.max_length,
        f"{kind}.embedding_length": config.hidden, f"{kind}.feed_forward_length": config.feed_forward, f"{kind}.attention.head_count": config.heads,
        f"{kind}.attention.head_count_kv": config.kv_heads, f"{kind}.attention.key_length": config.head_dim, f"{kind}.attention.value_length": config.head_dim,
        f"{kind}.attention.layer_norm_rms_epsilon": float(config.eps), f"{kind}.rope.freq_base": float(config.rope_theta),
        f"{kind}.rope.dimension_count": config.rope_dim or config.head_dim, f"{kind}.vocab_size": config.vocabulary,
    }  # fmt: skip
    if config.window and kind in ("llama", "gemma3"):
        found[f"{kind}.attention.sliding_window"] = config.window
    scaling = config.rope_scaling
    if scaling is not None and scaling.kind in ("linear", "yarn"):
        found |= {
            f"{kind}.rope.scaling.type": scaling.kind, f"{kind}.rope.scaling.factor": float(scaling.factor),
            f"{kind}.rope.scaling.original_context_length": scaling.original_max_position,
        }  # fmt: skip
    return found


def _frequency_factors(config: ModelConfig) -> Array | None:
    """What frequencies are divided by, where that is no single number."""
    import numpy as np

    scaling = config.rope_scaling
    if scaling is None or scaling.kind != "llama3":
        return None
    size = config.rope_dim or config.head_dim
    base = config.rope_theta ** -(np.arange(0, size, 2, dtype=np.float64) / size)
    return np.asarray(base / scaling.frequencies(base, config.rope_theta), np.float32)


def _gguf_tensors(files: Mapping[str, Any], config: ModelConfig, kind: str, factors: Array | None) -> Iterator[tuple[str, Array]]:  # fmt: skip
    from ember.pipelines.registry import PIPELINE_REGISTRY

    rename = PIPELINE_REGISTRY.find(config.architecture).renamer("safetensors")
    for name, file in files.items():
        if config.is_tied and name == "lm_head.weight":
            continue
        values = file.numbers(name)
        own = names.to_gguf(rename(name))
        if kind == "llama" and own.endswith(("attn_q.weight", "attn_k.weight")):
            heads = config.heads if own.endswith("attn_q.weight") else config.kv_heads
            values = interleaved_rows(values, heads)
        if kind == "gemma3" and own.endswith("norm.weight"):
            values = values + 1
        yield own, values
    if factors is not None:
        yield "rope_freqs.weight", factors


# -- a GGUF file to a folder -----------------------------------------------------------------------------


def write_folder(file: Gguf, folder: Path, format: Format) -> Iterator[tuple[int, int]]:
    """Writes a folder with weights of a plain format, telling how many tensors are done of how many. It appears when it is complete."""
    config = config_of_gguf(file)
    if config.architecture not in _TWINS:
        raise ModelError(f"'{config.architecture}' has no form as a folder here; there is one for {', '.join(_TWINS)}")  # fmt: skip
    if format.dtype is None or not format.dtype.is_float():
        raise ModelError(f"folders hold plain numbers: f32, f16 or bf16, not {format.name.lower()}")
    if folder.exists():
        raise ModelError(f"there is something at '{folder}' already")
    temporary = folder.with_name(f".{folder.name}.{os.getpid()}")
    temporary.mkdir(parents=True)
    try:
        (temporary / "config.json").write_text(json.dumps(_config(config, format), indent=2) + "\n")
        for name, data in files_of_gguf(file).items():
            (temporary / name).write_bytes(data)
        yield from _write_safetensors(temporary / "model.safetensors", file, config, format)
        temporary.rename(folder)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _config(config: ModelConfig, format: Format) -> dict[str, Any]:
    kind = config.architecture
    assert format.dtype is not None
    found: dict[str, Any] = {
        "architectures": [_TWINS[kind]], "model_type": _TYPES[kind], "hidden_size": config.hidden, "intermediate_size": config.feed_forward,
        "num_hidden_layers": config.layers, "num_attention_heads": config.heads, "num_key_value_heads": config.kv_heads, "head_dim": config.head_dim,
        "vocab_size": config.vocabulary, "max_position_embeddings": config.max_length, "rms_norm_eps": config.eps, "rope_theta": config.rope_theta,
        "tie_word_embeddings": config.is_tied, "hidden_act": "silu", "torch_dtype": format.dtype.name,
    }  # fmt: skip
    if kind == "gemma3":
        found |= {"hidden_activation": "gelu_pytorch_tanh", "sliding_window": config.window or 512, "query_pre_attn_scalar": config.query_scale or config.head_dim, "rope_local_base_freq": 10000.0}  # fmt: skip
        del found["hidden_act"]
    elif config.window:
        found["sliding_window"] = config.window
    scaling = config.rope_scaling
    if scaling is not None and scaling.kind == "longrope":
        raise ModelError("frequencies with factors of their own ('rope_freqs') have no form as a folder here")  # fmt: skip
    if scaling is not None:
        found["rope_scaling"] = {"rope_type": scaling.kind, "factor": scaling.factor, "original_max_position_embeddings": scaling.original_max_position}  # fmt: skip
    return found


def _write_safetensors(path: Path, file: Gguf, config: ModelConfig, format: Format) -> Iterator[tuple[int, int]]:  # fmt: skip
    from ember.pipelines.weights.quantizing import quantize

    listed = [name for name in file.tensors if name not in names.IGNORED]
    header: dict[str, Any] = {"__metadata__": {"format": "pt"}}
    at = 0
    for name in listed:
        shape = file.tensors[name].shape
        size = format.size
        for length in shape:
            size *= length
        header[names.to_transformers(name, config.architecture)] = {"dtype": format.name, "shape": list(shape), "data_offsets": [at, at + size]}  # fmt: skip
        at += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    with path.open("wb") as out:
        out.write(len(text).to_bytes(8, "little") + text)
        for done, name in enumerate(listed):
            quantize(_folder_values(file, name, config), format).tofile(out)
            yield done + 1, len(listed)


def _folder_values(file: Gguf, name: str, config: ModelConfig) -> Array:
    values = dequantize(file.raw(name), BY_NUMBER[file.tensors[name].format.number])
    if config.architecture == "llama" and name.endswith(("attn_q.weight", "attn_k.weight")):
        return halved_rows(values, config.heads if name.endswith("attn_q.weight") else config.kv_heads)  # fmt: skip
    if config.architecture == "gemma3" and name.endswith("norm.weight"):
        return values - 1
    return values
