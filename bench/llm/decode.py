"""Speed of one model by us and by llama.cpp in the same run: `python bench/llm/decode.py MODEL.gguf --peer PYTHON`.

PYTHON is an interpreter with the package `xllamacpp`. For each format the file is converted, and both take turns: prefill of 512 tokens, decode of one
text, decode of 8 and of 32 texts at once (`--batches`), all in tokens per second, the best of some rounds, with ours over theirs. The roofs are those of
the machine: `--bandwidth` GB/s of reading all weights once a token; two operations for each weight of the layers at `--arithmetic` GFLOP/s of f32 or, for
formats of blocks, `--integer` GOP/s of 8-bit dot products (four times as many, as an instruction does). `as-is` is the file as it is; K-quants (`q4_k`, …)
need rows of 256. Texts are compared by `exact.py`. On a busy machine `--busy` counts processor time, with llama.cpp on one thread, which then waits for nobody;
rates are those of one processor.
"""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from peer import PROMPTS, Peer

from ember.nn import WeightData
from ember.nn.kernels import row_length
from ember.pipelines.pipeline import Pipeline
from ember.pipelines.weights.converting import convert_gguf
from ember.pipelines.weights.formats import BLOCK_FORMATS, Format


class Runner(NamedTuple):
    """Us or llama.cpp: `run(prompts, count)` continues texts, `clock()` is the time it took so far."""

    run: Callable[[list[list[int]], int], object]
    clock: Callable[[], float]

    def rates(self, prompts: list[list[int]], count: int) -> tuple[float, float]:
        """Tokens per second of prompts and of answers: what more tokens take is the time of those."""
        first, all = (self._timed(prompts, tokens) for tokens in (1, count))
        return sum(map(len, prompts)) / first, len(prompts) * (count - 1) / max(all - first, 1e-9)

    def _timed(self, prompts: list[list[int]], count: int) -> float:
        started = self.clock()
        self.run(prompts, count)
        return self.clock() - started


def ours(pipeline: Pipeline, is_busy: bool) -> Runner:
    def run(prompts: list[list[int]], count: int) -> None:
        pipeline.forget()
        pipeline.generate_token_batch(prompts, max_tokens=count, ignore_eos=True)

    return Runner(run, time.process_time if is_busy else time.perf_counter)


def theirs(peer: Peer, is_busy: bool) -> Runner:
    def run(prompts: list[list[int]], count: int) -> None:
        peer.ask(each=prompts, count=count)

    return Runner(run, peer.processor_time if is_busy else time.perf_counter)


def best(runners: list[Runner], prompts: list[list[int]], count: int, rounds: int) -> list[tuple[float, float]]:  # fmt: skip
    """The best rates of each; they take turns."""
    found = [(0.0, 0.0) for _ in runners]
    for _ in range(rounds):
        for number, runner in enumerate(runners):
            prefill, decode = runner.rates(prompts, count)
            found[number] = (max(found[number][0], prefill), max(found[number][1], decode))
    return found


def shown(what: str, ours: float, theirs: float, roof: float | None = None) -> None:
    share = f", {ours / roof:.0%} of the roof" if roof else ""
    print(f"  {what}: {ours:.1f}, llama.cpp {theirs:.1f}, ratio {ours / theirs:.2f}{share}", flush=True)  # fmt: skip


def measure(model: Path, name: str, arguments: argparse.Namespace) -> None:
    pipeline = Pipeline(model, max_length=2048)
    weights = {name: weight for name, weight in pipeline.files.weights.items() if weight.data.ndim == 2}  # fmt: skip
    size = sum(weight.data.nbytes for weight in weights.values())
    each = 2 * sum(elements_of(weight) for name, weight in weights.items() if name.startswith("layers."))  # fmt: skip
    print(f"{name}, {size / 1e6:.0f} MB, loaded in {pipeline.load_seconds:.2f} s", flush=True)
    is_busy, share = arguments.busy, 1 / arguments.threads if arguments.busy else 1.0
    is_block = next(iter(weights.values())).encoding in BLOCK_FORMATS
    arithmetic = arguments.integer if is_block else arguments.arithmetic
    long = (pipeline.tokenizer.encode(" ".join(PROMPTS)) * 2)[:512]
    for batch in (1, *arguments.batches):
        prompts = [(pipeline.prompt_tokens(PROMPTS[i % 50]) + long)[:32] for i in range(batch)]
        prompts = [long] if batch == 1 else prompts
        peer = Peer(arguments.peer, model, 1 if is_busy else arguments.threads, sequences=batch)
        own, other = best([ours(pipeline, is_busy), theirs(peer, is_busy)], prompts, 32, arguments.rounds)  # fmt: skip
        peer.close()
        if batch == 1:
            shown("prefill", own[0], other[0], share * arithmetic * 1e9 / each)
            shown("decode", own[1], other[1], share * arguments.bandwidth * 1e9 / size)
        else:
            shown(f"decode of {batch}", own[1], other[1], share * arithmetic * 1e9 / each)


def elements_of(weight: WeightData) -> int:
    rows, row = weight.data.shape
    return rows * (row_length(weight.encoding, row) if weight.encoding else row)


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
    parser.add_argument("--integer", type=float, default=292.0)
    parser.add_argument("--busy", action="store_true", help="rates by processor time")
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
