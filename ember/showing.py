"""What happens inside a compilation, shown: `--print-ir-after` on standard error, `--save-temps` in files."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from ember.ir.nodes import Op
from ember.ir.passes import PASSES
from ember.ir.printer import print_op
from ember.support.diagnostics import CompileError, Note, error
from ember.support.options import Options

SLICE_STAGE: Final = "slice-offload"
"""Where kernels leave the host's module."""


class Showing:
    """Shows and saves what the stages of one compilation make, where the options ask for it."""

    def __init__(self, path: str, options: Options) -> None:
        self._path = path
        self._options = options
        _check_stage_names(options.print_ir_after)

    def after_pass(self, name: str, module: Op) -> None:
        if self._is_wanted(name):
            print(f"// after {name}\n{print_op(module)}", file=sys.stderr)

    def stage(self, stage: str, module: Op) -> None:
        self.save("lit" if stage == "lower" else "kgen", module)
        self.after_pass(stage, module)

    def sliced(self, host: Op, kernels: Op, device: str) -> None:
        """The host's module with its offloads, and a device's sliced out of it."""
        self.after_pass(SLICE_STAGE, host)
        self.after_pass(SLICE_STAGE, kernels)
        self.save(f"{device}.kgen", kernels)

    def optimized(self, module: Op, device: str) -> None:
        self.save(f"{device}.opt.kgen" if device else "opt.kgen", module)

    def texts(self, texts: Sequence[str], kernels: Sequence[str] = ()) -> None:
        """LLVM IR, in files named after the kernels or numbered."""
        for number, text in enumerate(texts):
            name = f"{kernels[number]}." if kernels else f"{number}." if number else ""
            self.save_text(f"{name}ll", text)

    def _is_wanted(self, name: str) -> bool:
        wanted = self._options.print_ir_after
        return name in wanted or "all" in wanted

    def save(self, suffix: str, module: Op) -> None:
        if self._options.save_temps is not None:
            self.save_text(suffix, print_op(module) + "\n")

    def save_text(self, suffix: str, text: str) -> None:
        folder = self._options.save_temps
        if folder is None:
            return
        try:
            folder.mkdir(parents=True, exist_ok=True)
            Path(folder, f"{Path(self._path).stem}.{suffix}").write_text(text, encoding="utf-8")
        except OSError as problem:
            message = f"cannot write into '{folder}': {problem.strerror}"
            raise CompileError(error("unwritable-output", None, message)) from problem


def _check_stage_names(names: frozenset[str]) -> None:
    known = {*PASSES, "lower", SLICE_STAGE, "elaborate", "all"}
    for name in sorted(names - known):
        note = Note(f"stages and passes are: {', '.join(sorted(known))}")
        message = f"there is no stage or pass '{name}'"
        raise CompileError(error("unknown-pass", None, message, [note]))


def show_comptime_output(data: bytes) -> None:
    """What compile-time code prints goes to standard error, apart from the program's own output."""
    sys.stderr.buffer.write(data)
    sys.stderr.flush()
