"""Mistakes that people make who come from Python (`newcomer/`) or from C++, CUDA and Triton (`foreign/`): each gives an
error on the right line, in words they understand.

The programs were written before anybody looked at what the compiler says about them. `name.err` holds the messages;
`pytest --update` rewrites them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from diagnosis import diagnosis

HERE = Path(__file__).parent
PROGRAMS = [p for folder in ("newcomer", "foreign") for p in sorted((HERE / folder).glob("*.mojo"))]


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
def test_message(path: Path, pytestconfig: pytest.Config) -> None:
    actual = diagnosis(path) + "\n"
    golden = path.with_suffix(".err")
    if pytestconfig.getoption("update"):
        golden.write_text(actual)
    assert actual == golden.read_text()
    assert ": error[" in actual.splitlines()[0]


def test_no_message_shows_ir() -> None:
    shown = [p.stem for p in PROGRAMS if "!kgen" in p.with_suffix(".err").read_text()]
    assert not shown


def test_there_are_at_least_sixty() -> None:
    assert len(PROGRAMS) >= 60
