"""Writes small models of every architecture with random weights, and the scores `transformers` gives for some tokens: `golden/NAME/`.

Run it with an interpreter that has `transformers` and `torch`: `python tests/pipelines/make_golden_models.py`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import torch
import transformers

FOLDER = Path(__file__).with_name("golden")
TOKENS = [3, 14, 15, 9, 2, 6, 5, 35, 8, 30, 12, 31]
SIZES = {
    "hidden_size": 16, "intermediate_size": 24, "num_hidden_layers": 2, "num_attention_heads": 4, "num_key_value_heads": 2, "vocab_size": 40,
    "max_position_embeddings": 64, "pad_token_id": 0, "bos_token_id": 1, "eos_token_id": 2,
}  # fmt: skip
LLAMA3 = {"rope_type": "llama3", "rope_theta": 10000.0, "factor": 8.0, "low_freq_factor": 1.0, "high_freq_factor": 4.0, "original_max_position_embeddings": 16}  # fmt: skip
YARN = {"rope_type": "yarn", "rope_theta": 10000.0, "factor": 4.0, "original_max_position_embeddings": 16}  # fmt: skip
EXPERTS = {"num_experts": 4, "num_experts_per_tok": 2, "moe_intermediate_size": 8}

MODELS: dict[str, tuple[str, dict[str, Any]]] = {
    "llama": ("Llama", {"tie_word_embeddings": True, "rope_parameters": LLAMA3}),
    "llama-yarn": ("Llama", {"rope_parameters": YARN}),
    "mistral": ("Mistral", {"sliding_window": 5, "head_dim": 8}),
    "qwen2": ("Qwen2", {}),
    "qwen3": ("Qwen3", {"head_dim": 8, "tie_word_embeddings": True}),
    "gemma3": ("Gemma3", {"num_hidden_layers": 7, "head_dim": 8, "sliding_window": 5, "query_pre_attn_scalar": 6}),
    "gemma3-softcap": ("Gemma3", {"head_dim": 8, "final_logit_softcapping": 2.5}),
    "phi3": ("Phi3", {}),
    "qwen2-moe": ("Qwen2Moe", {**EXPERTS, "shared_expert_intermediate_size": 12, "mlp_only_layers": [1]}),
    "qwen3-moe": ("Qwen3Moe", {**EXPERTS, "head_dim": 8, "norm_topk_prob": True}),
    "mixtral": ("Mixtral", {"num_local_experts": 4, "num_experts_per_tok": 2, "sliding_window": None}),
}  # fmt: skip


OTHERS: dict[str, tuple[Any, Any]] = {
    "gpt2": (transformers.GPT2Config(n_embd=16, n_layer=2, n_head=4, n_positions=64, vocab_size=40, bos_token_id=1, eos_token_id=2), transformers.GPT2LMHeadModel),
    "bert": (transformers.BertConfig(hidden_size=16, intermediate_size=24, num_hidden_layers=2, num_attention_heads=4, vocab_size=40, max_position_embeddings=64), transformers.BertModel),
}  # fmt: skip


def make(name: str, kind: str, more: dict[str, Any]) -> None:
    torch.manual_seed(len(name))
    suffix = "TextConfig" if kind == "Gemma3" else "Config"
    config = getattr(transformers, f"{kind}{suffix}")(**{**SIZES, **more})
    write(name, getattr(transformers, f"{kind}ForCausalLM")(config).eval().float())


def write(name: str, model: Any) -> None:
    with torch.no_grad():
        for parameter in model.parameters():
            scale = 0.3 if parameter.dim() > 1 else 0.5
            parameter.add_(torch.randn_like(parameter) * scale)
        result = model(torch.tensor([TOKENS]))
        scores = (result.logits if hasattr(result, "logits") else result.last_hidden_state)[0]
    folder = FOLDER / name
    model.save_pretrained(folder, safe_serialization=True)
    (folder / "generation_config.json").unlink(missing_ok=True)
    expected = {"tokens": TOKENS, "scores": [[round(x, 6) for x in row] for row in scores.tolist()]}
    (folder / "expected.json").write_text(json.dumps(expected) + "\n")


def beams() -> None:
    """What beam search finds for some prompts and settings: `golden/llama/beams.json`."""
    model = transformers.AutoModelForCausalLM.from_pretrained(FOLDER / "llama")
    found = []
    for prompt in ([3, 14, 15], [9], [30, 12, 31, 7]):
        for count, penalty, is_early in ((2, 1.0, False), (3, 1.0, True), (4, 0.0, False), (3, 2.0, False)):  # fmt: skip
            chosen = {"num_beams": count, "length_penalty": penalty, "early_stopping": is_early}
            given = torch.tensor([prompt])
            made = model.generate(given, attention_mask=torch.ones_like(given), max_new_tokens=10, do_sample=False, **chosen)  # fmt: skip
            tokens = [token for token in made[0, len(prompt) :].tolist() if token != 0]
            found.append({"prompt": prompt, **chosen, "tokens": tokens})
    (FOLDER / "llama" / "beams.json").write_text(json.dumps(found) + "\n")


def main() -> None:
    for name, (kind, more) in MODELS.items():
        make(name, kind, more)
    for name, (config, kind) in OTHERS.items():
        torch.manual_seed(len(name))
        write(name, kind(config).eval().float())
    beams()


if __name__ == "__main__":
    main()
