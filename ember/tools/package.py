"""`ember package DIR -o FILE`: the modules of a package as one file, after they were read."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ember.loading import read_source
from ember.service import Request, compile_file
from ember.support.diagnostics import CompileError, DiagnosticSink, error
from ember.support.options import Options
from ember.support.output import check_output, write_output
from ember.support.packages import SUFFIX, PackageError, pack_folder
from ember.syntax.parser import parse_source


def package(arguments: argparse.Namespace) -> int:
    """Writes the file and says what it registers."""
    folder = Path(arguments.directory).resolve()
    out = Path(arguments.output or f"{folder.name}{SUFFIX}")
    if not out.name.endswith(SUFFIX) or not out.name.removesuffix(SUFFIX).isidentifier():
        problem = f"'{out}' cannot be imported: a package is named as in 'import name', and ends with '{SUFFIX}'"
        raise CompileError(error("unwritable-output", None, problem))
    check_output(out, str(folder))
    try:
        data = pack_folder(folder)
    except (PackageError, OSError) as problem:
        raise CompileError(error("unreadable-file", None, str(problem))) from None
    sink = DiagnosticSink()
    for file in sorted(folder.rglob("*.mojo")):
        parse_source(read_source(str(file)), sink)
    if sink.errors:
        raise CompileError(*sink.errors)
    reply = compile_file(Request(str(folder), Options(needs_main=False), "kernels"))
    write_output(out, data, str(folder))
    names = sorted({kernel.name for kernel in reply.value})
    told = f", which registers {', '.join(names)}" if names else ""
    print(f"ember: wrote {out}{told}", file=sys.stderr)
    return 0
