"""The coefficients in the library's mathematics are those that the exchange algorithm finds."""

from __future__ import annotations

from pathlib import Path

import pytest
from minimax import FITS, bits_of_error, coefficients

LIBRARY = Path(__file__).parent.parent.parent / "ember" / "lib" / "std" / "math"


@pytest.mark.parametrize("name", FITS)
def test_coefficients(name: str) -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in sorted(LIBRARY.glob("*.mojo")))
    found = coefficients(FITS[name])
    assert [c for c in found if repr(c) not in text] == []
    assert bits_of_error(FITS[name], found) < (-27 if name.endswith("32") else -56)
