"""The library is documented: every public name has a docstring, and the examples run."""

from __future__ import annotations

import pytest

from ember.support.fingerprint import LIBRARY
from ember.support.library import ROOTS
from ember.tools.doc.check import missing_docs, missing_examples
from ember.tools.doc.examples import find_examples, run_examples
from ember.tools.doc.extract import extract_library
from ember.tools.doc.files import find_modules
from ember.tools.doc.model import Library


@pytest.fixture(scope="module")
def library() -> Library:
    return extract_library(find_modules([LIBRARY / root for root in ROOTS]))


def test_every_name_has_a_docstring(library: Library) -> None:
    assert [str(item) for item in missing_docs(library)] == []


def test_every_name_has_an_example(library: Library) -> None:
    assert [str(item) for item in missing_examples(library)] == []


def test_examples(library: Library) -> None:
    report = run_examples(find_examples(library), [], None)
    problems = [f"{item.example.place}: {item.problem}" for item in report.failed]
    assert problems == []
