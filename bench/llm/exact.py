"""Whether our texts and scores are those of others: `python bench/llm/exact.py MODEL.gguf --peer PYTHON --transformers PYTHON`.

`--peer` is an interpreter with the package `xllamacpp`, `--transformers` one with `transformers` and `torch`, which gets the folder that `ember convert` writes. Four parts, of which `--parts` chooses:
- `text`: 50 prompts continued greedily by 128 tokens with weights and cache of F32; the first token that differs from llama.cpp's must have been a close call:
  its margin over the next best below 0.01.
- `logits`: the scores of all tokens of a prompt against those of `transformers`, at most 1e-3 apart.
- `same`: a text alone, in a batch and with drafts is the same, greedy or sampled.
- `perplexity`: of a text (this project's pages on itself, or `--text`), for each format, against llama.cpp's; within 1 %. Both round the numbers that
  weights are multiplied with to 8 bits, so their scores differ: told is how far each is from what the same weights give in F32.
"""

from __future__ import annotations

import argparse
import math
import subprocess
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from peer import PROMPTS, Peer

from ember.pipelines.pipeline import Pipeline
from ember.pipelines.scoring import log_probabilities, scores_of
from ember.pipelines.weights.converting import convert, convert_gguf
from ember.pipelines.weights.formats import Format

CLOSE = 0.01
DOCS = Path(__file__).parents[2] / "docs"
LOGITS = """
import sys, numpy as np, torch, transformers
folder, tokens, out = sys.argv[1:]
model = transformers.AutoModelForCausalLM.from_pretrained(folder, dtype=torch.float32).eval()
with torch.no_grad():
    np.save(out, model(torch.tensor(np.load(tokens))[None]).logits[0].numpy())
"""


def first_difference(ours: list[int], theirs: list[int]) -> int | None:
    pairs = enumerate(zip(ours, theirs))
    return next((place for place, (mine, other) in pairs if mine != other), None)


def text(pipeline: Pipeline, peer: Peer, prompts: int, count: int) -> bool:
    equal, close, wrong = 0, 0, 0
    asked = [pipeline.prompt_tokens(prompt) for prompt in PROMPTS[:prompts]]
    ours = pipeline.generate_token_batch(asked, max_tokens=count, min_tokens=count)  # no ends, as theirs  # fmt: skip
    for number, (prompt, tokens, own) in enumerate(zip(PROMPTS, asked, ours)):
        theirs = peer.ask(prompt=tokens, count=count, banned=list(pipeline.tokenizer.ends))
        if number % 10 == 0:
            print(f"  {number} of {prompts} compared", flush=True)
        place = first_difference(own.tokens, theirs["tokens"])
        if place is None:
            equal += 1
        elif theirs["margins"][place] < CLOSE:
            close += 1
        else:
            wrong += 1
            print(f"  {prompt!r} differs at token {place}, whose margin was {theirs['margins'][place]:.4f}")  # fmt: skip
    print(f"text: {equal} of {prompts} equal, {close} differ first where the margin was below {CLOSE}, {wrong} elsewhere")  # fmt: skip
    return wrong == 0


def logits(pipeline: Pipeline, model: Path, python: str, folder: Path) -> bool:
    tokens = pipeline.tokenizer.encode(" ".join(PROMPTS))[:256]
    np.save(folder / "tokens.npy", np.array(tokens, np.int64))
    convert(model, folder / "transformers", Format.F32)
    subprocess.run([python, "-c", LOGITS, str(folder / "transformers"), str(folder / "tokens.npy"), str(folder / "logits.npy")], check=True, capture_output=True)  # fmt: skip
    theirs = np.load(folder / "logits.npy")
    ours = np.concatenate(list(scores_of(pipeline, tokens)))
    apart = float(np.abs(ours - theirs[: len(ours)]).max())
    print(f"logits: at most {apart:.1e} from those of transformers, over {len(ours)} tokens")
    return apart < 1e-3


def same(pipeline: Pipeline, model: Path, count: int = 48) -> bool:
    """Texts alone, in a batch, and with drafts, greedy and sampled; and whether beams find likelier ones."""
    prompts = [PROMPTS[0], PROMPTS[1], "Repeat: one two three one two three one two three"]
    drafting = Pipeline(model, draft="ngram")
    is_same = True
    for name, chosen in (
        ("greedy", {}),
        ("sampled", {"temperature": 0.8, "top_p": 0.9, "seed": 5}),
    ):
        settings: dict[str, Any] = {"max_tokens": count, **chosen}
        alone = [pipeline.generate(prompt, **settings).tokens for prompt in prompts]
        together = [g.tokens for g in pipeline.generate_batch(prompts, **settings)]
        drafted = [drafting.generate(prompt, **settings).tokens for prompt in prompts]
        print(
            f"same, {name}: in a batch {together == alone}, with n-gram drafts {drafted == alone}"
        )
        is_same &= together == alone == drafted
    likely, greedy = (sum(pipeline.generate(prompts[0], max_tokens=24, num_beams=n).logprobs) for n in (3, 1))  # fmt: skip
    print(f"beams: a text of logarithm {likely:.2f}, greedily {greedy:.2f}")
    return is_same


def perplexity(name: str, pipeline: Pipeline, plain: Pipeline, peer: Peer, words: str, windows: int, window: int = 512) -> bool:  # fmt: skip
    """As `ember perplexity`: of each window the second half is judged; `plain` has the same weights in F32."""
    tokens = pipeline.tokenizer.encode(words)
    ours: list[float] = []
    exact: list[float] = []
    theirs: list[float] = []
    for start in range(0, windows * window, window):
        part = tokens[start : start + window]
        if len(part) < window:
            break
        ours += log_probabilities(pipeline, part)[window // 2 - 1 :]
        exact += log_probabilities(plain, part)[window // 2 - 1 :]
        theirs += peer.ask(scored=part, start=window // 2)["logprobs"]
    mine, other = (math.exp(-sum(found) / len(found)) for found in (ours, theirs))
    far, further = (float(np.abs(np.array(found) - exact).mean()) for found in (ours, theirs))
    print(f"perplexity {name}: {mine:.4f}, llama.cpp {other:.4f} ({mine / other - 1:+.3%}) over {len(ours)} tokens; log probabilities are {far:.4f} from F32 in the mean, llama.cpp's {further:.4f}", flush=True)  # fmt: skip
    return abs(mine / other - 1) < 0.01


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)  # fmt: skip
    parser.add_argument("model", type=Path)
    parser.add_argument("--peer", required=True)
    parser.add_argument("--transformers")
    parser.add_argument("--parts", default="text,logits,same,perplexity")
    parser.add_argument("--formats", default="f32,f16,q8_0,q4_0,q4_1,q5_0,q5_1")
    parser.add_argument("--prompts", type=int, default=50)
    parser.add_argument("--tokens", type=int, default=128)
    parser.add_argument("--windows", type=int, default=4)
    parser.add_argument("--text", type=Path)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    parts = arguments.parts.split(",")
    words = arguments.text.read_text("utf-8") if arguments.text else "\n".join(path.read_text("utf-8") for path in sorted(DOCS.glob("*.md")))  # fmt: skip
    is_right = True
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        formats = arguments.formats.split(",") if "perplexity" in parts else ["f32"]
        for format in formats:
            model = folder / f"{format}.gguf"
            convert_gguf(arguments.model, model, Format[format.upper()])
            pipeline, peer = Pipeline(model), Peer(arguments.peer, model, arguments.threads)
            if format == "f32" and "text" in parts:
                is_right &= text(pipeline, peer, arguments.prompts, arguments.tokens)
            if format == "f32" and "logits" in parts and arguments.transformers:
                is_right &= logits(pipeline, model, arguments.transformers, folder)
            if format == "f32" and "same" in parts:
                is_right &= same(pipeline, model)
            if "perplexity" in parts:
                convert_gguf(model, folder / "plain.gguf", Format.F32)
                plain = Pipeline(folder / "plain.gguf")
                is_right &= perplexity(format, pipeline, plain, peer, words, arguments.windows)
            peer.close()
            model.unlink()
    raise SystemExit(0 if is_right else 1)


if __name__ == "__main__":
    main()
