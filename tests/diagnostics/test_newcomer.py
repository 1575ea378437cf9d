"""Mistakes that people make who come from Python: each gives an error on the right line, in words they understand.

The programs were written before anybody looked at what the compiler says about them. `name.err` holds the messages;
`pytest --update` rewrites them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from diagnosis import diagnosis

PROGRAMS = Path(__file__).parent / "newcomer"


@pytest.mark.parametrize("path", sorted(PROGRAMS.glob("*.mojo")), ids=lambda path: path.stem)
def test_message(path: Path, pytestconfig: pytest.Config) -> None:
    actual = diagnosis(path) + "\n"
    golden = path.with_suffix(".err")
    if pytestconfig.getoption("update"):
        golden.write_text(actual)
    assert actual == golden.read_text()
    assert ": error[" in actual.splitlines()[0]


def test_there_are_at_least_thirty() -> None:
    assert len(list(PROGRAMS.glob("*.mojo"))) >= 30
