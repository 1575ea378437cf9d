"""Modules for a compilation: files read, parsed and lowered, or found as they were lowered before.

Modules of the library come lowered with the installation, imported ones out of the cache, each under a hash of all that
decides it.
"""

from __future__ import annotations

from contextlib import suppress

from ember.dialects import lit
from ember.dialects.library_file import LibraryFile
from ember.dialects.packed import FORMAT, CannotPack, pack_module, unpack_module
from ember.lower import are_confined, lower_module, unread_declarations
from ember.showing import Showing
from ember.support.cache import Cache, cache_key
from ember.support.diagnostics import CompileError, DiagnosticSink
from ember.support.edition import Edition
from ember.support.fingerprint import (
    LIBRARY,
    LIBRARY_FILE,
    front_end_contents,
    front_end_fingerprint,
)
from ember.support.options import Options
from ember.support.reading import unreadable
from ember.support.source import SourceFile
from ember.support.trace import Trace
from ember.syntax.parser import parse_source


class Loader:
    """Gives the modules of one program, and knows every file it read for them."""

    def __init__(
        self,
        path: str,
        options: Options,
        sink: DiagnosticSink,
        trace: Trace,
        cache: Cache | None,
        showing: Showing,
    ) -> None:
        self.path = path
        self.options = options
        self.sink = sink
        self.trace = trace
        self.cache = cache
        self.showing = showing
        self.sources: dict[str, SourceFile] = {}
        """Every file read."""
        self._library_file: LibraryFile | None = None

    def module_of(self, path: str, name: str) -> lit.Module:
        """Text to parametric IR: reads, parses and lowers one module."""
        source = self.sources[path] = read_source(path)
        if path == self.path:
            module = self._lowered(source, name, self.options.edition)
            self.showing.stage("lower", module)
        else:
            module = self._remembered(source, name)
        return module

    def text_of(self, path: str) -> str:
        """What a file says that may matter though it is no module of the program."""
        source = self.sources[path] = read_source(path)
        return source.text

    def _lowered(self, source: SourceFile, name: str, edition: Edition | None) -> lit.Module:
        before = len(self.sink.errors)
        with self.trace.stage("parse") as stage:
            tree = parse_source(source, self.sink, edition)
            stage.add("files", 1)
            stage.add("characters", len(source.text))
        with self.trace.stage("lower"):
            module = lower_module(tree, name, self.sink, not source.path.startswith(str(LIBRARY)))
        errors = self.sink.errors[before:]
        unread = unread_declarations(tree) if errors else []
        if not are_confined(module, errors, unread):
            raise CompileError(*errors)
        self.sink.unread.update(statement.name for statement in unread)
        return module

    def _remembered(self, source: SourceFile, name: str) -> lit.Module:
        """An imported module, lowered when Ember was installed, an earlier time or now; with warnings, every time."""
        with self.trace.stage("cached-lit") as stage:
            packed = self._installed(source, name)
            if packed is not None:
                stage.add("installed", 1)
                return unpack_module(packed, source)
        if self.cache is None:
            return self._lowered(source, name, None)
        with self.trace.stage("cached-lit") as stage:
            key = cache_key("lit", FORMAT, front_end_fingerprint(), name, source.text)
            packed = self.cache.get(key)
            if packed is not None:
                stage.add("files", 1)
                return unpack_module(packed, source)
        before = len(self.sink.diagnostics)
        module = self._lowered(source, name, None)
        if len(self.sink.diagnostics) == before:
            with self.trace.stage("cached-lit"), suppress(CannotPack):
                self.cache.put(key, pack_module(module))
        return module

    def _installed(self, source: SourceFile, name: str) -> bytes | None:
        """A module of the library as it was lowered when Ember was installed."""
        if not source.path.startswith(str(LIBRARY)):
            return None
        if self._library_file is None:
            self._library_file = LibraryFile(LIBRARY_FILE, front_end_contents())
        return self._library_file.find(name, source.text)


def read_source(path: str) -> SourceFile:
    """The file's text, or a diagnostic that says why it cannot be read."""
    try:
        return SourceFile.read(path)
    except (OSError, ValueError) as problem:
        raise unreadable(path, problem) from problem
