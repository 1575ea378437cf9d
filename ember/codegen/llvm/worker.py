"""The process that `isolation.py` starts: requests on the standard input, until it ends, and answers on the output.

A request is a line of JSON, then the length of the rest and LLVM texts; an answer is its length and what `isolation.py` says.
"""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from ember.codegen.llvm.emit import EMITTERS
from ember.codegen.llvm.isolation import DONE, REFUSED, packed, unpacked
from ember.support.diagnostics import CompileError
from ember.support.target import Target


def main() -> None:
    requests, answers = sys.stdin.buffer, sys.stdout.buffer
    while line := requests.readline():
        size = int.from_bytes(requests.read(8), "little")
        texts = [text.decode() for text in unpacked(requests.read(size))]
        answers.write(packed([_answer(json.loads(line), texts)]))
        answers.flush()


def _answer(head: dict[str, Any], texts: list[str]) -> bytes:
    emit, target, level = EMITTERS[head["kind"]], Target(*head["target"]), head["level"]
    try:
        with ThreadPoolExecutor(head["jobs"]) as pool:
            return DONE + packed(pool.map(lambda text: emit(text, target, level), texts))
    except CompileError as failure:
        found = failure.diagnostics[0]
        return REFUSED + f"{found.code}\n{found.message}".encode()


if __name__ == "__main__":
    main()
