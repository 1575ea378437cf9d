"""The process that `isolation.py` starts: a line of JSON and LLVM texts on the standard input, their code on the output."""

from __future__ import annotations

import json
import sys
from concurrent.futures import ThreadPoolExecutor

from ember.codegen.emit import EMITTERS
from ember.codegen.isolation import DONE, REFUSED, packed, unpacked
from ember.support.diagnostics import CompileError
from ember.support.target import Target


def main() -> int:
    head = json.loads(sys.stdin.buffer.readline())
    texts = [text.decode() for text in unpacked(sys.stdin.buffer.read())]
    emit, target, level = EMITTERS[head["kind"]], Target(*head["target"]), head["level"]
    try:
        with ThreadPoolExecutor(head["jobs"]) as pool:
            codes = list(pool.map(lambda text: emit(text, target, level), texts))
    except CompileError as failure:
        found = failure.diagnostics[0]
        sys.stdout.buffer.write(f"{found.code}\n{found.message}".encode())
        return REFUSED
    sys.stdout.buffer.write(packed(codes))
    return DONE


if __name__ == "__main__":
    sys.exit(main())
