"""LLVM in a process of its own, for code with instructions that the program names itself.

LLVM ends its process when it meets an intrinsic that the target lacks, or assembly that it does not understand. Texts that
begin with `FOREIGN` are therefore handed to `python -m ember.codegen.worker`, and the end of that process is an error.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

from ember.support.diagnostics import CompileError, error
from ember.support.target import Target

FOREIGN: Final = "; names instructions itself"
"""The first line of texts that LLVM must not see in the compiler's own process."""

DONE: Final = 0
REFUSED: Final = 3
"""How the worker ends: its output is the code, or a diagnostic's code and message on two lines."""

_PACKAGE: Final = Path(__file__).resolve().parents[2]
_ASSEMBLER: Final = re.compile(r"line \d+; (?:error|fatal)\s*: (.*)")
_UNSELECTED: Final = re.compile(r"Cannot select: (?:intrinsic %([\w.]+)|t\d+: \S+ = (\S+))")
_IN_ASSEMBLY: Final = re.compile(r"<inline asm>:\d+:\d+: (.*)\n\s*(.*)")
_ASSERTION: Final = re.compile(r"Assertion `.*\"(.*?)!?\"' failed")
_PLAIN: Final = re.compile(r"^(?:LLVM ERROR|error): (.*?)(?: at line \d+)?$", re.MULTILINE)


def is_foreign(llvm_text: str) -> bool:
    return llvm_text.startswith(FOREIGN)


def emit_isolated(kind: str, llvm_text: str, target: Target, opt_level: int) -> bytes:
    """What `EMITTERS[kind]` of `emit.py` gives; `CompileError` also when LLVM does not survive."""
    head = {"kind": kind, "target": list(target), "level": opt_level}
    paths = [str(_PACKAGE), *filter(None, [os.environ.get("PYTHONPATH")])]
    done = subprocess.run(
        [sys.executable, "-m", "ember.codegen.worker"],
        input=f"{json.dumps(head)}\n{llvm_text.removeprefix(FOREIGN)}".encode(),
        env={**os.environ, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        check=False,
    )
    if done.returncode == DONE:
        if kind == "asm" and target.arch == "nvptx64":
            _assemble(done.stdout, target)
        return done.stdout
    if done.returncode == REFUSED:
        code, message = done.stdout.decode().split("\n", 1)
        raise CompileError(error(code, None, message))
    reason = _reason(done.stderr.decode(errors="replace"), target)
    raise CompileError(error("codegen-failed", None, f"LLVM cannot generate code: {reason}"))


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
