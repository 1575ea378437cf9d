"""Text of one model by us and by llama.cpp in the same run: `python bench/llm/decode.py MODEL.gguf --peer PYTHON`.

PYTHON is an interpreter with the package `xllamacpp`. For each format the file is converted, both continue the same prompts greedily with
a cache of float32, and take turns; printed are prefill and decode in tokens per second, ours over theirs, and how many of the continuations are equal,
up to the first token whose margin is below 0.01.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path

from peer import PROMPTS, Peer

from ember.pipelines.pipeline import Pipeline
from ember.pipelines.weights.converting import convert_gguf
from ember.pipelines.weights.formats import Format


def same(ours: list[int], theirs: list[int], margins: list[float]) -> bool:
    for mine, other, margin in zip(ours, theirs, margins):
        if margin < 0.01:
            return True
        if mine != other:
            return False
    return True


def speed(pipeline: Pipeline, tokens: list[int], count: int) -> tuple[float, float]:
    pipeline.forget()
    sequence = pipeline.generate_tokens(tokens, max_tokens=count, ignore_eos=True)
    times = sequence.timings
    return times["prompt_tokens_per_s"], times["tokens_per_s"]


def measure(model: Path, name: str, arguments: argparse.Namespace) -> None:
    pipeline = Pipeline(model)
    peer = Peer(arguments.peer, model, arguments.threads)
    equal = 0
    for prompt in PROMPTS[: arguments.prompts]:
        tokens = pipeline.prompt_tokens(prompt)
        theirs = peer.ask(prompt=tokens, count=arguments.tokens, n_probs=2)
        ours = pipeline.generate_tokens(tokens, max_tokens=arguments.tokens, ignore_eos=True)
        equal += same(ours.tokens, theirs["tokens"], theirs["margins"])
    long = (pipeline.tokenizer.encode(" ".join(PROMPTS)) * 2)[:512]
    best = [0.0] * 4
    for _ in range(arguments.rounds):
        mine = speed(pipeline, long, 64)
        theirs = peer.ask(prompt=long, count=64)
        found = [*mine, theirs["prompt_per_s"], theirs["per_s"]]
        best = [max(a, b) for a, b in zip(best, found)]
    peer.close()
    print(
        f"{name}: prefill {best[0]:.1f}, llama.cpp {best[2]:.1f}, ratio {best[0] / best[2]:.2f}; decode {best[1]:.1f}, "
        f"llama.cpp {best[3]:.1f}, ratio {best[1] / best[3]:.2f}; {equal} of {arguments.prompts} continuations equal",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--peer", required=True)
    parser.add_argument("--formats", default="q4_0,q4_1,q8_0,f16,f32")
    parser.add_argument("--prompts", type=int, default=50)
    parser.add_argument("--tokens", type=int, default=128)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name in arguments.formats.split(","):
            model = arguments.model
            if name != "as-is":
                model = Path(folder, f"{name}.gguf")
                convert_gguf(arguments.model, model, Format[name.upper()])
            measure(model, name, arguments)


if __name__ == "__main__":
    main()
