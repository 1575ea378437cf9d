"""A Llama of a few thousand random weights with a tokenizer of bytes, as a GGUF file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from ember.pipelines.weights.formats import Format
from ember.pipelines.weights.writing import Tensor, write_gguf

SPECIALS = ["<|endoftext|>", "<|im_start|>", "<|im_end|>"]
TEMPLATE = "{% for m in messages %}{{ '<|im_start|>' + m['role'] + '\\n' + m['content'] + '<|im_end|>\\n' }}{% endfor %}{% if add_generation_prompt %}{{ '<|im_start|>assistant\\n' }}{% endif %}"


def byte_words() -> list[str]:
    """Every byte as byte-level vocabularies spell it."""
    own = [*range(33, 127), *range(161, 173), *range(174, 256)]
    others = [byte for byte in range(256) if byte not in own]
    spelled = {byte: chr(byte) for byte in own} | {b: chr(256 + i) for i, b in enumerate(others)}
    return [spelled[byte] for byte in range(256)]


def write_tiny(path: Path, layers: int = 2, hidden: int = 32, seed: int = 3, **more: Any) -> Path:
    """Writes the file; `more` metadata replaces ours."""
    rng = np.random.default_rng(seed)
    words = [*SPECIALS, *byte_words()]
    heads, kv_heads, size, feed = 4, 2, hidden // 4, 2 * hidden

    def matrix(*shape: int) -> Tensor:
        data = (rng.standard_normal(shape) * 2 / np.sqrt(shape[-1])).astype(np.float32)
        return Tensor(shape, Format.F32, data)

    tensors = {"token_embd.weight": matrix(len(words), hidden)}
    for layer in range(layers):
        shapes = {
            "attn_q": (heads * size, hidden), "attn_k": (kv_heads * size, hidden), "attn_v": (kv_heads * size, hidden), "attn_output": (hidden, heads * size),
            "ffn_gate": (feed, hidden), "ffn_up": (feed, hidden), "ffn_down": (hidden, feed),
        }  # fmt: skip
        for name, shape in shapes.items():
            tensors[f"blk.{layer}.{name}.weight"] = matrix(*shape)
        for name in ("attn_norm", "ffn_norm"):
            tensors[f"blk.{layer}.{name}.weight"] = Tensor((hidden,), Format.F32, np.ones(hidden, np.float32))  # fmt: skip
    tensors["output_norm.weight"] = Tensor((hidden,), Format.F32, np.ones(hidden, np.float32))
    metadata = {
        "general.architecture": "llama", "llama.block_count": layers, "llama.embedding_length": hidden, "llama.feed_forward_length": feed,
        "llama.attention.head_count": heads, "llama.attention.head_count_kv": kv_heads, "llama.rope.dimension_count": size, "llama.context_length": 256,
        "llama.attention.layer_norm_rms_epsilon": 1e-5, "tokenizer.ggml.model": "gpt2", "tokenizer.ggml.pre": "smollm", "tokenizer.ggml.tokens": words,
        "tokenizer.ggml.token_type": [3] * len(SPECIALS) + [1] * 256, "tokenizer.ggml.merges": [], "tokenizer.ggml.bos_token_id": 1,
        "tokenizer.ggml.eos_token_id": 2, "tokenizer.ggml.add_bos_token": False, "tokenizer.chat_template": TEMPLATE, **more,
    }  # fmt: skip
    write_gguf(path, metadata, tensors)
    return path


def write_safetensors(path: Path, tensors: dict[str, np.ndarray[Any, Any]]) -> None:
    """Writes arrays of float32."""
    header, at = {}, 0
    for name, array in tensors.items():
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [at, at + array.nbytes]}  # fmt: skip
        at += array.nbytes
    text = json.dumps(header).encode()
    data = b"".join(np.ascontiguousarray(array, np.float32).tobytes() for array in tensors.values())
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)
