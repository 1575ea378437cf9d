"""Debug information: where each instruction comes from, as DWARF metadata.

Enough for breakpoints, stepping, backtraces and reports of faults: one compile unit, a subprogram per function, a location
per op. Code inlined from another file counts as part of the function it was inlined into; it keeps its file and line, but what
the library does there belongs to the line that asked for it. Which function it was, `function_lines.py` keeps.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from ember.codegen.text.constants import escape
from ember.codegen.text.emitter import Emitter
from ember.ir.nodes import Op
from ember.support.source import SourceFile, Span


class DebugInfo:
    """Adds the metadata of one module to its emitter."""

    __slots__ = (
        "_emitter",
        "_files",
        "_function_file",
        "_locations",
        "_scopes",
        "_signature",
        "_subprogram",
        "_unit",
    )

    def __init__(self, emitter: Emitter, source_name: str) -> None:
        self._emitter = emitter
        self._files: dict[str, str] = {}
        self._unit = emitter.add_metadata(
            f"distinct !DICompileUnit(language: DW_LANG_C11, file: {self._file(source_name)}, "
            f'producer: "ember", isOptimized: true, runtimeVersion: 0, emissionKind: FullDebug)'
        )
        types = emitter.add_metadata("!{null}")
        self._signature = emitter.add_metadata(f"!DISubroutineType(types: {types})")
        self._subprogram = ""
        self._function_file: SourceFile | None = None
        self._scopes: dict[SourceFile, str] = {}
        self._locations: dict[tuple[str, int, int], str] = {}

    def begin_function(self, op: Op, symbol: str) -> str:
        """The ` !dbg !N` that stands in the function's `define` line."""
        span: Any = op.loc
        file, line = (span.file, span.line) if isinstance(span, Span) else (None, 0)
        self._function_file = file
        self._scopes = {}
        self._locations = {}
        where = self._file(file.path if file is not None else "")
        name = op.attrs.get("source_name") or symbol
        local = "" if op.attrs.get("linkage") == "export" else "DISPFlagLocalToUnit | "
        self._subprogram = self._emitter.add_metadata(
            f'distinct !DISubprogram(name: "{_quoted(name)}", '
            f"scope: {where}, file: {where}, line: {line}, type: {self._signature}, "
            f"scopeLine: {line}, spFlags: {local}DISPFlagDefinition, unit: {self._unit})"
        )
        return f" !dbg {self._subprogram}"

    def attach(self, op: Op, start: int) -> None:
        """Gives every instruction written since line `start` the location of `op`."""
        out = self._emitter.out
        if start == len(out):
            return
        suffix = f", !dbg {self._location(op.loc)}"
        for i in range(start, len(out)):
            if out[i].startswith("  "):
                out[i] += suffix

    def finish(self) -> list[str]:
        """The named metadata that makes LLVM read the rest."""
        flags = [
            self._emitter.add_metadata('!{i32 7, !"Dwarf Version", i32 4}'),
            self._emitter.add_metadata('!{i32 2, !"Debug Info Version", i32 3}'),
        ]
        return [
            f"!llvm.dbg.cu = !{{{self._unit}}}",
            f"!llvm.module.flags = !{{{', '.join(flags)}}}",
        ]

    def _location(self, span: Any) -> str:
        if isinstance(span, Span):
            line, column = span.file.location(span.start)
            scope = self._scope(span.file)
        else:
            line, column, scope = 0, 0, self._subprogram
        key = (scope, line, column)
        found = self._locations.get(key)
        if found is None:
            found = self._emitter.add_metadata(
                f"!DILocation(line: {line}, column: {min(column, 65535)}, scope: {scope})"
            )
            self._locations[key] = found
        return found

    def _scope(self, file: SourceFile) -> str:
        if file is self._function_file:
            return self._subprogram
        scope = self._scopes.get(file)
        if scope is None:
            scope = self._emitter.add_metadata(
                f"!DILexicalBlockFile(scope: {self._subprogram}, file: {self._file(file.path)}, "
                "discriminator: 0)"
            )
            self._scopes[file] = scope
        return scope

    def _file(self, path: str) -> str:
        found = self._files.get(path)
        if found is None:
            full = Path(path).absolute() if path else Path("unknown")
            found = self._emitter.add_metadata(
                f'!DIFile(filename: "{_quoted(full.name)}", directory: "{_quoted(str(full.parent))}")'
            )
            self._files[path] = found
        return found


def _quoted(text: str) -> str:
    return escape(os.fsencode(text))
