"""Our tokenizer beside the package `tokenizers`, on the texts of this repository: `python bench/llm/tokenizing.py MODEL.gguf --peer PYTHON`.

PYTHON is an interpreter with `tokenizers`. Both use the vocabulary and merges of the file, one thread each; tokens must be equal, processor time counts.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 5


def texts() -> list[str]:
    files = [*sorted(ROOT.glob("docs/*.md")), *sorted(ROOT.glob("ember/elab/*.py"))]
    return [file.read_text("utf-8") for file in files]


def measure(encode: Callable[[str], list[int]]) -> tuple[float, list[int]]:
    """Millions of characters per second, and the tokens of all texts."""
    best, tokens = float("inf"), []
    for _ in range(ROUNDS):
        started = time.process_time()
        tokens = [token for text in texts() for token in encode(text)]
        best = min(best, time.process_time() - started)
    return sum(map(len, texts())) / best / 1e6, tokens


def ours(model: str) -> tuple[float, list[int]]:
    from ember.pipelines.tokenizers.from_gguf import gguf_tokenizer
    from ember.pipelines.weights.gguf import Gguf

    return measure(gguf_tokenizer(Gguf(model)).encode)


def theirs(vocabulary: str) -> tuple[float, list[int]]:
    from tokenizers import Tokenizer, models, pre_tokenizers

    words, merges = json.loads(Path(vocabulary).read_text())
    made = Tokenizer(models.BPE(vocab={w: i for i, w in enumerate(words)}, merges=[tuple(m.split(" ")) for m in merges]))  # fmt: skip
    digits = pre_tokenizers.Digits(individual_digits=True)
    made.pre_tokenizer = pre_tokenizers.Sequence([digits, pre_tokenizers.ByteLevel(add_prefix_space=False)])  # fmt: skip
    return measure(lambda text: made.encode(text).ids)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--peer")
    arguments = parser.parse_args()
    if arguments.peer is None:
        print(json.dumps(theirs(arguments.model)))
        return
    import tempfile

    from ember.pipelines.weights.gguf import Gguf

    with tempfile.TemporaryDirectory() as folder:
        file = Gguf(arguments.model)
        vocabulary = Path(folder, "vocabulary.json")
        keys = ("tokenizer.ggml.tokens", "tokenizer.ggml.merges")
        vocabulary.write_text(json.dumps([file.get(key) for key in keys]))
        command = [arguments.peer, __file__, str(vocabulary)]
        environment = {"RAYON_NUM_THREADS": "1", "PYTHONPATH": "", "PYTHONUTF8": "1"}
        reply = subprocess.run(command, capture_output=True, text=True, env=environment)
    if reply.returncode:
        sys.exit(reply.stderr)
    rate, tokens = json.loads(reply.stdout)
    mine, found = ours(arguments.model)
    equal = "equal" if tokens == found else "NOT equal"
    print(f"{mine:.1f} million characters per second, tokenizers {rate:.1f}, ratio {mine / rate:.1f}; {len(found):,} tokens, {equal}")  # fmt: skip


if __name__ == "__main__":
    main()
