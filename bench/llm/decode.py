"""Speed of one model by us and by llama.cpp in the same run: `python bench/llm/decode.py MODEL.gguf --peer PYTHON`.

PYTHON is an interpreter with the package `xllamacpp`. For each format the file is converted, and both take turns: prefill of 512 tokens, decode of one
text, decode of 8 and of 32 texts at once (`--batches`), all in tokens per second, the best of some rounds, with ours over theirs. The roofs are those of
the machine: `--bandwidth` GB/s of reading all weights once a token, `--arithmetic` GFLOP/s of two operations a weight. `as-is` is the file as it is;
K-quants (`q4_k`, …) need rows of 256. Texts are compared by `exact.py`.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from pathlib import Path

from peer import PROMPTS, Peer

from ember.nn.kernels import row_length
from ember.pipelines.pipeline import Pipeline
from ember.pipelines.weights.converting import convert_gguf
from ember.pipelines.weights.formats import Format


def alone(pipeline: Pipeline, tokens: list[int], count: int) -> tuple[float, float]:
    """Tokens per second of prompt and answer."""
    pipeline.forget()
    times = pipeline.generate_tokens(tokens, max_tokens=count, ignore_eos=True).timings
    return times["prompt_tokens_per_s"], times["tokens_per_s"]


def together(pipeline: Pipeline, prompts: list[list[int]], count: int) -> float:
    """Tokens per second of all texts, without the step that gives the first."""

    def timed(tokens: int) -> float:
        pipeline.forget()
        started = time.perf_counter()
        pipeline.generate_token_batch(prompts, max_tokens=tokens, ignore_eos=True)
        return time.perf_counter() - started

    first = timed(1)
    return len(prompts) * (count - 1) / max(timed(count) - first, 1e-9)


def shown(what: str, ours: float, theirs: float, roof: float | None = None) -> None:
    share = f", {ours / roof:.0%} of the roof" if roof else ""
    print(f"  {what}: {ours:.1f}, llama.cpp {theirs:.1f}, ratio {ours / theirs:.2f}{share}", flush=True)  # fmt: skip


def measure(model: Path, name: str, arguments: argparse.Namespace) -> None:
    pipeline = Pipeline(model, max_length=2048)
    weights = pipeline.files.weights
    size = sum(weight.data.nbytes for weight in weights.values() if weight.data.ndim > 1)
    elements = sum(
        len(weight.data) * (row_length(weight.encoding, weight.data.shape[-1]) if weight.encoding else weight.data.shape[-1])
        for weight in weights.values() if weight.data.ndim == 2
    )  # fmt: skip
    print(f"{name}, {size / 1e6:.0f} MB, loaded in {pipeline.load_seconds:.2f} s", flush=True)
    long = (pipeline.tokenizer.encode(" ".join(PROMPTS)) * 2)[:512]
    peer = Peer(arguments.peer, model, arguments.threads)
    best = [0.0] * 4
    for _ in range(arguments.rounds):
        theirs = peer.ask(prompt=long, count=64)
        found = [*alone(pipeline, long, 64), theirs["prompt_per_s"], theirs["per_s"]]
        best = [max(a, b) for a, b in zip(best, found)]
    peer.close()
    shown("prefill", best[0], best[2], arguments.arithmetic * 1e9 / (2 * elements))
    shown("decode", best[1], best[3], arguments.bandwidth * 1e9 / size)
    for batch in arguments.batches:
        prompts = [(pipeline.prompt_tokens(PROMPTS[i % 50]) + long)[:32] for i in range(batch)]
        peer = Peer(arguments.peer, model, arguments.threads, sequences=batch)
        ours = theirs_best = 0.0
        for _ in range(arguments.rounds):
            theirs_best = max(theirs_best, peer.ask(prompts=prompts, count=32)["per_s"])
            ours = max(ours, together(pipeline, prompts, 32))
        peer.close()
        shown(f"decode of {batch}", ours, theirs_best)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--peer", required=True)
    parser.add_argument("--formats", default="q4_0,q4_1,q8_0,f16,f32")
    parser.add_argument("--batches", type=lambda text: [int(n) for n in text.split(",") if n], default=[8, 32])  # fmt: skip
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--bandwidth", type=float, default=37.0)
    parser.add_argument("--arithmetic", type=float, default=73.0)
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
