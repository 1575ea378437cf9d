"""`python -m ember.tools.pack_library`: lowers the whole library into the file that comes with an installation.

Building a wheel and `pip install -e` run it (`setup.py`), so it needs neither LLVM nor anything else but Python.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from ember.dialects.library_file import LibraryFile, write_library_file
from ember.dialects.packed import CannotPack, pack_module
from ember.lower import lower_module
from ember.support.diagnostics import DiagnosticSink
from ember.support.fingerprint import LIBRARY, LIBRARY_FILE, front_end_contents
from ember.support.library import modules_in
from ember.support.source import SourceFile
from ember.syntax.parser import parse_source

_RECURSION_LIMIT = 20_000


def main() -> None:
    parser = argparse.ArgumentParser(description="Lowers the library into one file.")
    parser.add_argument(
        "--library", type=Path, default=LIBRARY, help="the folder that holds 'std' and 'kernels'"
    )
    parser.add_argument("--output", type=Path, default=LIBRARY_FILE, help="the file to write")
    parser.add_argument("--check", action="store_true", help="only say whether the file is current")
    arguments = parser.parse_args()
    if arguments.check:
        sys.exit(0 if is_current(arguments.library, arguments.output) else "not current")
    sys.setrecursionlimit(_RECURSION_LIMIT)
    modules = dict(packed_modules(arguments.library))
    write_library_file(arguments.output, front_end_contents(), modules)
    print(f"packed {len(modules)} modules into {arguments.output}")


def is_current(library: Path, file: Path) -> bool:
    """Whether a file has every module of the library as it is now."""
    found = LibraryFile(file, front_end_contents())
    return all(
        found.find(name, SourceFile.read(path).text) is not None
        for name, path in modules_in(library)
    )


def packed_modules(library: Path) -> Iterator[tuple[str, tuple[str, bytes]]]:
    """Name, text and packed form of every module; one that gets a diagnostic is left out."""
    for name, path in modules_in(library):
        source, sink = SourceFile.read(path), DiagnosticSink()
        module = lower_module(parse_source(source, sink), name, sink)
        if sink.diagnostics:
            continue
        try:
            yield name, (source.text, pack_module(module))
        except CannotPack:
            continue


if __name__ == "__main__":
    main()
