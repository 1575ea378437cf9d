"""LLVM in a process of its own, for kernels and for code with instructions that the program names itself.

LLVM ends its process when it meets something that a GPU lacks, or assembly that it does not understand. Such texts are
therefore handed to `python -m ember.codegen.llvm.worker`, and the end of that process is an error. Code for processors goes there only
if it begins with `FOREIGN`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Final

from ember.codegen.mark import FOREIGN
from ember.support.diagnostics import CompileError, error
from ember.support.patterns import lazy
from ember.support.target import Target

DONE: Final = b"d"
REFUSED: Final = b"r"
"""How an answer of the worker begins: what follows is the code of all texts, or a diagnostic's code and message on two lines."""

_PACKAGE: Final = Path(__file__).resolve().parents[3]
_ASSEMBLER: Final = lazy(r"line \d+; (?:error|fatal)\s*: (.*)")
_UNSELECTED: Final = lazy(r"Cannot select: (?:intrinsic %([\w.]+)|t\d+: \S+ = (\S+))")
_IN_ASSEMBLY: Final = lazy(r"<inline asm>:\d+:\d+: (.*)\n\s*(.*)")
_ASSERTION: Final = lazy(r"Assertion `.*\"(.*?)!?\"' failed")
_PLAIN: Final = lazy(
    r"^(?:LLVM ERROR|error): (?:<unknown>:0:0: )?(.*?)(?: at line \d+| in function '.*')?$",
    re.MULTILINE,
)


_FEATURE: Final = lazy(r"[+-][\w.-]+")
_UNKNOWN: Final = lazy(r"'(.*)' is not a recognized (processor|feature)")
_MAKE_MACHINE: Final = """
import sys
sys.path.insert(0, sys.argv[1])
from ember.codegen.llvm.library import TargetMachine, initialize_all
initialize_all()
TargetMachine(*sys.argv[2:], 2)
"""


def is_foreign(llvm_text: str) -> bool:
    return llvm_text.startswith(FOREIGN)


def emit_isolated(kind: str, llvm_text: str, target: Target, opt_level: int) -> bytes:
    """What `EMITTERS[kind]` of `emit.py` gives; `CompileError` also when LLVM does not survive."""
    (code,) = IsolatedLlvm().emit(kind, [llvm_text], target, opt_level, 1)
    return code


def check_names(target: Target) -> None:
    """`ValueError` for a processor or feature that LLVM does not know; of some it says so and goes on, others end its process."""
    for feature in filter(None, target.features.split(",")):
        if not _FEATURE.fullmatch(feature):
            raise ValueError(f"'{feature}' is no feature; write '+name' or '-name'")
    words = [target.triple, target.cpu, target.features]
    command = [sys.executable, "-c", _MAKE_MACHINE, str(_PACKAGE), *words]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    unknown = _UNKNOWN.search(said)
    if unknown is not None:
        raise ValueError(f"{target.arch} has no {unknown[2]} '{unknown[1].lstrip('+-')}'")


class IsolatedLlvm:
    """A process that compiles texts until nobody needs it, or LLVM ends it; then another one is started."""

    __slots__ = ("_process", "_words")

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._words: IO[bytes] | None = None

    def start(self) -> None:
        """Starts the process, which takes a tenth of a second: what comes before the first text can be done meanwhile."""
        if self._process is not None:
            return
        paths = [str(_PACKAGE), *filter(None, [os.environ.get("PYTHONPATH")])]
        self._words = tempfile.TemporaryFile()  # what LLVM says; a pipe could be full
        self._process = subprocess.Popen(
            [sys.executable, "-m", "ember.codegen.llvm.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._words,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        )

    def emit(
        self, kind: str, llvm_texts: list[str], target: Target, opt_level: int, jobs: int
    ) -> list[bytes]:
        """What LLVM makes of each text, by several threads of the process."""
        head = {"kind": kind, "target": list(target), "level": opt_level, "jobs": jobs}
        texts = [text.removeprefix(FOREIGN).encode() for text in llvm_texts]
        answer = self._asked(json.dumps(head).encode() + b"\n" + packed([packed(texts)]))
        if answer is not None and answer[:1] == DONE:
            codes = list(unpacked(answer[1:]))
            if kind == "asm" and target.arch == "nvptx64":
                for text, code in zip(llvm_texts, codes, strict=True):
                    if is_foreign(text):
                        _assemble(code, target)
            return codes
        words = self._last_words() if answer is None else ""
        if len(llvm_texts) > 1:  # which of them was it?
            return [self.emit(kind, [text], target, opt_level, 1)[0] for text in llvm_texts]
        if answer is not None:
            name, message = answer[1:].decode().split("\n", 1)
            raise CompileError(error(name, None, message))
        whose = f" for '{_name(llvm_texts[0])}'" if target.is_gpu else ""
        message = f"LLVM cannot generate code{whose}: {_reason(words, target)}"
        raise CompileError(error("codegen-failed", None, message))

    def _asked(self, request: bytes) -> bytes | None:
        """The answer of the process; None if there is none because it ended."""
        self.start()
        process = self._process
        assert process is not None and process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(request)
            process.stdin.flush()
        except OSError:
            return None
        size = process.stdout.read(8)
        answer = process.stdout.read(int.from_bytes(size, "little"))
        return answer if answer else None

    def _last_words(self) -> str:
        """What the process said before it ended; the next text starts another."""
        process, words = self._process, self._words
        assert process is not None and words is not None
        self._process = self._words = None
        process.communicate()
        words.seek(0)
        return words.read().decode(errors="replace")


def _name(llvm_text: str) -> str:
    """What a text is called: its first line, a comment."""
    return llvm_text.removeprefix(FOREIGN).lstrip().split("\n", 1)[0].removeprefix("; ")


def packed(parts: Iterable[bytes]) -> bytes:
    """Several pieces as one: each after its length."""
    return b"".join(len(part).to_bytes(8, "little") + part for part in parts)


def unpacked(data: bytes) -> Iterator[bytes]:
    """The pieces that `packed` put together."""
    position = 0
    while position < len(data):
        begin = position + 8
        position = begin + int.from_bytes(data[position:begin], "little")
        yield data[begin:position]


def _assemble(ptx: bytes, target: Target) -> None:
    """LLVM copies assembly for NVIDIA's GPUs as it is; their assembler, where it is installed, reads it."""
    assembler = shutil.which("ptxas")
    if assembler is None:
        return
    command = [assembler, f"-arch={target.cpu}", "-o", os.devnull, "-"]
    done = subprocess.run(command, input=ptx, capture_output=True, check=False)
    found = _ASSEMBLER.search(done.stdout.decode() + done.stderr.decode())
    if done.returncode != 0 and found is not None:
        raise CompileError(error("codegen-failed", None, f"ptxas rejects the code: {found[1]}"))


def _reason(words: str, target: Target) -> str:
    """Why LLVM ended, from what it said last."""
    unselected = _UNSELECTED.search(words)
    if unselected is not None:
        return f"{target.cpu} has no instruction for '{unselected[1] or unselected[2]}'"
    in_assembly = _IN_ASSEMBLY.search(words)
    if in_assembly is not None:
        return f"{in_assembly[1]}: '{in_assembly[2].strip()}'"
    plain = _PLAIN.search(words) or _ASSERTION.search(words)
    return plain[1].strip() if plain is not None else "it stopped without a reason"
