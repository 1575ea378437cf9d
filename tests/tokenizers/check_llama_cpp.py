"""Compares with the token numbers that llama.cpp's vocabularies carry: `python -m tests.tokenizers.check_llama_cpp FOLDER`.

FOLDER has `ggml-vocab-*.gguf` with `.inp` and `.out` beside them; the source package of `llama-cpp-python` has it as `vendor/llama.cpp/models`.
"""

from __future__ import annotations

import sys
from pathlib import Path

from ember.pipelines.tokenizers import TokenizerError
from ember.pipelines.tokenizers.from_gguf import gguf_tokenizer
from ember.pipelines.weights.gguf import Gguf

SEPARATOR = "\n__ggml_vocab_test__\n"


def main() -> int:
    wrong = 0
    for path in sorted(Path(sys.argv[1]).glob("ggml-vocab-*.gguf")):
        texts = path.with_name(path.name + ".inp")
        if not texts.exists():
            continue
        try:
            tokenizer = gguf_tokenizer(Gguf(path))
        except TokenizerError as problem:
            print(problem)
            continue
        cases = texts.read_bytes().decode().split(SEPARATOR)
        lines = path.with_name(path.name + ".out").read_text().split("\n")
        wanted = [[int(number) for number in line.split()] for line in lines]
        good = sum(
            tokenizer.encode(text, add_special=False) == tokens
            for text, tokens in zip(cases, wanted)
        )
        wrong += len(cases) - good
        print(f"{path.stem}: {good} of {len(cases)}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
