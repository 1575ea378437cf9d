"""The kernel pipeline: `.mojo` source to native code, one line per stage.

Every stage is a function of what the one before it made; `compile_file` runs them in order and keeps what each made,
so that any of it can be printed.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, field
from pathlib import Path

from ember.codegen.emit import compile_to_object
from ember.codegen.host import host_target
from ember.codegen.llvm_text import emit_llvm
from ember.dialects import kgen, lit
from ember.elab.elaborator import Program
from ember.lower import lower_module
from ember.opt.dce import eliminate_dead_code
from ember.support.diagnostics import CompileError, DiagnosticSink, error
from ember.support.edition import Edition
from ember.support.source import SourceFile
from ember.support.target import Target
from ember.syntax.parser import parse_source

LIBRARY = Path(__file__).parent / "lib"


@dataclass(slots=True)
class Options:
    """What a compilation may be told."""

    opt_level: int = 3
    debug: bool = False
    include: list[Path] = field(default_factory=list)
    defines: dict[str, str] = field(default_factory=dict)
    target: Target | None = None
    edition: Edition | None = None
    needs_main: bool = True

    def resolved_target(self) -> Target:
        return self.target if self.target is not None else host_target()


class Compilation:
    """One source file on its way to native code."""

    def __init__(self, path: str, options: Options) -> None:
        self.path = path
        self.options = options
        self.target = options.resolved_target()
        self.sink = DiagnosticSink()
        self.sources: dict[str, SourceFile] = {}  # every file read, for the cache
        self.lit_modules: dict[str, lit.Module] = {}

    def load(self, path: str, name: str) -> lit.Module:
        """Reads, parses and lowers one module."""
        source = read_source(path)
        self.sources[path] = source
        edition = self.options.edition if path == self.path else None
        tree = parse_source(source, self.sink, edition)
        module = lower_module(tree, name, self.sink)
        self.sink.raise_if_errors()
        self.lit_modules[path] = module
        return module

    def elaborate(self) -> kgen.Module:
        """Source to concrete IR: parse, lower and elaborate everything the file needs."""
        program = Program(
            self.load,
            LIBRARY,
            self.options.include,
            self.target,
            self.options.defines,
            self.sink,
            _show_comptime_output,
            eliminate_dead_code,
        )
        return program.elaborate(self.path, needs_main=self.options.needs_main)

    def llvm(self) -> str:
        """Concrete IR to LLVM IR text."""
        return emit_llvm(self.elaborate(), self.target, self.options.debug, self.path)

    def object(self) -> bytes:
        """LLVM IR to object code."""
        return compile_to_object(self.llvm(), self.target, self.options.opt_level)


def read_source(path: str) -> SourceFile:
    """The file's text, or a diagnostic that says why it cannot be read."""
    try:
        return SourceFile.read(path)
    except IsADirectoryError:
        reason = "it is a directory; name the file that holds 'main'"
    except FileNotFoundError:
        reason = "there is no such file"
    except OSError as problem:
        reason = problem.strerror or str(problem)
    raise CompileError(error("unreadable-file", None, f"cannot read '{path}': {reason}"))


def _show_comptime_output(data: bytes) -> None:
    """What compile-time code prints goes to standard error, apart from the program's own output."""
    sys.stderr.buffer.write(data)
    sys.stderr.flush()
