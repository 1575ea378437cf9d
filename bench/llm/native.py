"""Speed of one model by us and by a llama.cpp built for this machine: `python bench/llm/native.py MODEL.gguf --native PROGRAM`.

PROGRAM is `native.cpp`, which says how it is built. For each format the file is converted, and both measure the same: a prompt of 512 tokens and steps behind
it, steps behind a short prompt, and those of 8 and of 32 texts at once, in tokens a second, the best of some rounds. Our program must have been compiled
before a machine is kept quiet: `--rounds 0` does that alone. `--folder` keeps converted files.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import tempfile
import time
from pathlib import Path

from ember.pipelines.pipeline import Pipeline
from ember.pipelines.weights.converting import convert_gguf
from ember.pipelines.weights.formats import Format

Rates = dict[str, tuple[float, float]]
CASES = ((1, 512, 32), (1, 32, 32), (8, 32, 16), (32, 16, 16))
"""Texts, tokens of a prompt, steps: those of `native.cpp`."""


def ours(model: Path, rounds: int) -> Rates:
    """Tokens per second of prompts and of steps, by what was measured."""
    pipeline = Pipeline(model, max_length=1024)

    def seconds(prompts: list[list[int]], count: int) -> float:
        pipeline.forget()
        started = time.perf_counter()
        pipeline.generate_token_batch(prompts, max_tokens=count, ignore_eos=True)
        return time.perf_counter() - started

    found = {}
    for texts, length, steps in CASES if rounds else ():
        prompts = [[100 + (i * 37 + text) % 40000 for i in range(length)] for text in range(texts)]
        best = (0.0, 0.0)
        for _ in range(rounds):
            first, whole = seconds(prompts, 1), seconds(prompts, 1 + steps)
            best = (
                max(best[0], texts * length / first),
                max(best[1], texts * steps / (whole - first)),
            )
        found[f"{texts} texts after {length} tokens"] = best
    return found


def theirs(program: str, model: Path, threads: int, rounds: int) -> Rates:
    """The same, as the program tells it."""
    command = [program, str(model), str(threads), str(rounds)]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = re.findall(r", (.*): prompts ([\d.]+) tokens/s, decoding ([\d.]+)", told)
    return {what: (float(prompts), float(steps)) for what, prompts, steps in lines}


def shown(name: str, own: Rates, other: Rates) -> None:
    for what, (prompts, steps) in own.items():
        their_prompts, their_steps = other[what]
        print(
            f"{name}, {what}: prompts {prompts:.0f}, llama.cpp {their_prompts:.0f}, ratio {prompts / their_prompts:.2f}; "
            f"steps {steps:.1f}, llama.cpp {their_steps:.1f}, ratio {steps / their_steps:.2f}",
            flush=True,
        )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model", type=Path)
    parser.add_argument("--native", required=True)
    parser.add_argument("--formats", default="q4_0,q4_1,q8_0,f16,f32")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", type=Path)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        for name in arguments.formats.split(","):
            model = Path(arguments.folder or temporary, f"{name}.gguf")
            if not model.exists():
                convert_gguf(arguments.model, model, Format[name.upper()])
            own = ours(model, arguments.rounds)
            if arguments.rounds:
                shown(name, own, theirs(arguments.native, model, arguments.threads, arguments.rounds))  # fmt: skip


if __name__ == "__main__":
    main()
