"""The standard library is documented: every public name has a docstring, and the examples run."""

from __future__ import annotations

import pytest

from ember.compiler import LIBRARY
from ember.tools.doc.check import missing_docs, missing_examples
from ember.tools.doc.examples import find_examples, run_examples
from ember.tools.doc.extract import extract_library
from ember.tools.doc.files import find_modules
from ember.tools.doc.model import Library

DOCUMENTED: tuple[str, ...] = (
    *("algorithm", "base64", "bit", "builtin", "iter", "itertools", "math", "random", "time"),
    *("memory", "sys", "testing", "utils", "atomic", "complex", "defines", "ffi", "hash"),
    *("hashlib", "subprocess", "traits", "collections", "format", "layout", "python"),
    *("io", "logger", "os", "pathlib", "tempfile", "benchmark", "reflection", "runtime", "stat"),
)
"""Packages in which every name has a docstring and an example."""


@pytest.fixture(scope="module")
def library() -> Library:
    return extract_library(find_modules([LIBRARY / "std"]))


def is_documented(path: str) -> bool:
    return path.startswith(tuple(str(LIBRARY / "std" / name) + "/" for name in DOCUMENTED))


def test_every_name_has_a_docstring(library: Library) -> None:
    found = [item for item in missing_docs(library) if is_documented(item.span.file.path)]
    assert [str(item) for item in found] == []


def test_every_name_has_an_example(library: Library) -> None:
    found = [item for item in missing_examples(library) if is_documented(item.span.file.path)]
    assert [str(item) for item in found] == []


def test_examples(library: Library) -> None:
    report = run_examples(find_examples(library), [], None)
    problems = [f"{item.example.place}: {item.problem}" for item in report.failed]
    assert problems == []
