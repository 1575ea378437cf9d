"""The mark that text and its readers agree on: a text whose instructions the program names itself, which may end LLVM's process."""

from __future__ import annotations

from typing import Final

FOREIGN: Final = "; names instructions itself"
"""The first line of texts that LLVM must not see in the compiler's own process."""
