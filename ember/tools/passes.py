"""`ember opt`: reads a file of IR text and runs passes over it."""

from __future__ import annotations

import argparse
import sys

from ember.ir.nodes import Op
from ember.ir.printer import print_op
from ember.loading import read_source
from ember.opt.driver import pass_names, run_passes
from ember.tools.offload_text import PASS_NAME, compile_offloads


def list_passes() -> list[str]:
    """Every pass that can be asked for."""
    return [*pass_names(), PASS_NAME, "O0", "O1", "O2", "O3"]


def optimize_file(arguments: argparse.Namespace) -> str:
    """The IR text after the passes; `-` reads standard input."""
    name = arguments.file
    text = sys.stdin.read() if name == "-" else read_source(name).text
    wanted = {part.strip() for part in arguments.print_ir_after.split(",") if part.strip()}

    def show(pass_name: str, module: Op) -> None:
        if pass_name in wanted or "all" in wanted:
            print(f"// after {pass_name}\n{print_op(module)}", file=sys.stderr)

    passes = [part.strip() for part in arguments.passes.split(",") if part.strip()]
    extra = {PASS_NAME: lambda module: compile_offloads(module, 3, show)}
    return run_passes(text, passes, name, arguments.generic, show, extra)
