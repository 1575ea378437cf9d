"""`ember opt`: text in, passes by name, text out."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ember.dialects import hlcf, kgen, lit, pop
from ember.ir.nodes import Op
from ember.ir.parser import parse_module
from ember.ir.passes import PASSES, PassManager
from ember.ir.printer import print_op
from ember.ir.verifier import verify
from ember.opt import pipeline

DIALECTS = (hlcf, kgen, lit, pop)
"""The dialects whose ops the text may use."""


def run_passes(
    text: str,
    passes: list[str],
    name: str = "<ir>",
    generic: bool = False,
    after_each: Callable[[str, Op], None] | None = None,
    extra: Mapping[str, Callable[[Op], None]] | None = None,
) -> str:
    """Reads and verifies IR text, runs the passes (verifying after each), and prints the result.

    A pass named `O0` … `O3` stands for all passes of that level; `extra` are steps of the caller's own. Mistakes in the
    text raise `CompileError`.
    """
    module = parse_module(text, name)
    verify(module)
    waiting: list[str] = []
    for step in [*passes, ""]:
        if step and step not in (extra or {}):
            waiting.append(step)
            continue
        PassManager(_expanded(waiting), verify_each=True, after_each=after_each).run(module)
        waiting.clear()
        if extra and step:
            extra[step](module)
            verify(module)
    return print_op(module, generic=generic) + "\n"


def pass_names() -> list[str]:
    """Every pass that `run_passes` knows."""
    return sorted(PASSES)


def _expanded(passes: list[str]) -> list[str]:
    names: list[str] = []
    for name in passes:
        level = int(name[1]) if name in ("O0", "O1", "O2", "O3") else None
        names.extend([name] if level is None else pipeline.LEVELS[level])
    return names
