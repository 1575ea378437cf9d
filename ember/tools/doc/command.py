"""What `ember doc` does with its arguments: writes a reference, checks it, or runs its examples."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from ember.support.fingerprint import LIBRARY
from ember.support.rendering import render_all
from ember.tools.doc.check import missing_docs, missing_examples
from ember.tools.doc.data import library_json
from ember.tools.doc.examples import find_examples, run_examples
from ember.tools.doc.extract import extract_library
from ember.tools.doc.files import find_modules, import_folder
from ember.tools.doc.html import html_pages
from ember.tools.doc.markdown import markdown_pages
from ember.tools.doc.model import Library
from ember.tools.doc.output import write_pages
from ember.tools.session import EXIT_FAILURE

_DEFAULT_FOLDER: Final = "reference"


def document(arguments: argparse.Namespace) -> int:
    """Runs the command; the exit code is 1 when a check or an example fails."""
    paths = [Path(text) for text in arguments.paths]
    if arguments.std:
        paths.append(LIBRARY / "std")
    paths = paths or [Path()]
    library = extract_library(find_modules(paths))
    if arguments.check:
        return _check(library, arguments.examples)
    if arguments.test:
        return _test(library, [import_folder(path) for path in paths], arguments)
    return _write(library, arguments)


def _write(library: Library, arguments: argparse.Namespace) -> int:
    title = arguments.title or _title(library)
    if arguments.format == "json":
        if arguments.output is None:
            sys.stdout.write(library_json(library))
            return 0
        pages = {"reference.json": library_json(library)}
    elif arguments.format == "markdown":
        pages = markdown_pages(library, title)
    else:
        pages = html_pages(library, title)
    folder = Path(arguments.output or _DEFAULT_FOLDER)
    write_pages(folder, pages, arguments.force)
    print(f"{len(library.public)} modules, {len(pages)} files in {folder}")
    return 0


def _title(library: Library) -> str:
    roots = {name.split(".")[0] for name in library.modules}
    if roots == {"std"}:
        return "Mojo standard library"
    return ", ".join(sorted(roots)) if len(roots) < 4 else "Reference"


def _check(library: Library, with_examples: bool) -> int:
    found = list(missing_docs(library))
    if with_examples:
        found += missing_examples(library)
    found.sort(key=lambda item: str(item.span.file.path) if item.span is not None else "")
    if found:
        print(render_all(found))
    names = sum(1 for module in library.public for _ in module.walk())
    print(f"{len(library.public)} modules, {names} names, {len(found)} without documentation")
    return EXIT_FAILURE if found else 0


def _test(library: Library, include: list[Path], arguments: argparse.Namespace) -> int:
    examples = find_examples(library)
    report = run_examples(examples, include, arguments.jobs)
    for outcome in report.outcomes:
        if outcome.problem:
            name = outcome.example.owner
            print(f"{outcome.example.place}: error[doc-example]: '{name}' {outcome.problem}")
        elif arguments.verbose:
            print(f"{outcome.example.place}: pass")
    failed = len(report.failed)
    passed = len(report.outcomes) - failed
    print(f"{passed} examples passed, {failed} failed in {report.seconds:.1f} s")
    return EXIT_FAILURE if failed else 0
