"""The process that `isolation.py` starts: a line of JSON and LLVM text on the standard input, code on the output."""

from __future__ import annotations

import json
import sys

from ember.codegen.emit import EMITTERS
from ember.codegen.isolation import DONE, REFUSED
from ember.support.diagnostics import CompileError
from ember.support.target import Target


def main() -> int:
    head = json.loads(sys.stdin.buffer.readline())
    text = sys.stdin.buffer.read().decode()
    try:
        code = EMITTERS[head["kind"]](text, Target(*head["target"]), head["level"])
    except CompileError as failure:
        found = failure.diagnostics[0]
        sys.stdout.buffer.write(f"{found.code}\n{found.message}".encode())
        return REFUSED
    sys.stdout.buffer.write(code)
    return DONE


if __name__ == "__main__":
    sys.exit(main())
