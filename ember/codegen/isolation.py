"""LLVM in a process of its own, for kernels and for code with instructions that the program names itself.

LLVM ends its process when it meets something that a GPU lacks, or assembly that it does not understand. Such texts are
therefore handed to `python -m ember.codegen.worker`, and the end of that process is an error. Code for processors goes there only
if it begins with `FOREIGN`.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from ember.support.diagnostics import CompileError, error
from ember.support.target import Target

FOREIGN: Final = "; names instructions itself"
"""The first line of texts that LLVM must not see in the compiler's own process."""

DONE: Final = 0
REFUSED: Final = 3
"""How the worker ends: its output is the code of all texts, or a diagnostic's code and message on two lines."""

_PACKAGE: Final = Path(__file__).resolve().parents[2]
_ASSEMBLER: Final = re.compile(r"line \d+; (?:error|fatal)\s*: (.*)")
_UNSELECTED: Final = re.compile(r"Cannot select: (?:intrinsic %([\w.]+)|t\d+: \S+ = (\S+))")
_IN_ASSEMBLY: Final = re.compile(r"<inline asm>:\d+:\d+: (.*)\n\s*(.*)")
_ASSERTION: Final = re.compile(r"Assertion `.*\"(.*?)!?\"' failed")
_PLAIN: Final = re.compile(
    r"^(?:LLVM ERROR|error): (?:<unknown>:0:0: )?(.*?)(?: at line \d+| in function '.*')?$",
    re.MULTILINE,
)


def is_foreign(llvm_text: str) -> bool:
    return llvm_text.startswith(FOREIGN)


def emit_isolated(kind: str, llvm_text: str, target: Target, opt_level: int) -> bytes:
    """What `EMITTERS[kind]` of `emit.py` gives; `CompileError` also when LLVM does not survive."""
    (code,) = emit_all_isolated(kind, [llvm_text], target, opt_level, 1)
    return code


def emit_all_isolated(
    kind: str, llvm_texts: list[str], target: Target, opt_level: int, jobs: int
) -> list[bytes]:
    """The same for several texts, by several threads of one process."""
    done = _run_worker(kind, llvm_texts, target, opt_level, jobs)
    if done.returncode == DONE:
        codes = list(unpacked(done.stdout))
        if kind == "asm" and target.arch == "nvptx64":
            for text, code in zip(llvm_texts, codes, strict=True):
                if is_foreign(text):
                    _assemble(code, target)
        return codes
    if len(llvm_texts) > 1:  # which of them was it?
        return [emit_isolated(kind, text, target, opt_level) for text in llvm_texts]
    if done.returncode == REFUSED:
        name, message = done.stdout.decode().split("\n", 1)
        raise CompileError(error(name, None, message))
    reason = _reason(done.stderr.decode(errors="replace"), target)
    whose = f" for '{_name(llvm_texts[0])}'" if target.is_gpu else ""
    raise CompileError(error("codegen-failed", None, f"LLVM cannot generate code{whose}: {reason}"))


def _name(llvm_text: str) -> str:
    """What a text is called: its first line, a comment."""
    return llvm_text.removeprefix(FOREIGN).lstrip().split("\n", 1)[0].removeprefix("; ")


def _run_worker(
    kind: str, llvm_texts: list[str], target: Target, opt_level: int, jobs: int
) -> subprocess.CompletedProcess[bytes]:
    head = {"kind": kind, "target": list(target), "level": opt_level, "jobs": jobs}
    paths = [str(_PACKAGE), *filter(None, [os.environ.get("PYTHONPATH")])]
    texts = [text.removeprefix(FOREIGN).encode() for text in llvm_texts]
    return subprocess.run(
        [sys.executable, "-m", "ember.codegen.worker"],
        input=json.dumps(head).encode() + b"\n" + packed(texts),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        check=False,
    )


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
