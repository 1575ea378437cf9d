"""`ember explain`: the page of a diagnostic code, or the list of all codes."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ember.support.codes import CODES, ERRORS, WARNINGS
from ember.support.diagnostics import CompileError, did_you_mean, error
from ember.support.fingerprint import PACKAGE

PAGES: Final = Path(PACKAGE, "explanations")


def explain(code: str | None) -> str:
    """What `ember explain CODE` prints; without a code, every code with its title."""
    if code is None:
        return _list()
    name = code.removeprefix("error[").removeprefix("warning[").removesuffix("]")
    if name not in CODES:
        raise unknown_code(name)
    return (PAGES / f"{name}.md").read_text(encoding="utf-8").rstrip("\n")


def unknown_code(name: str, known: dict[str, str] = CODES) -> CompileError:
    """Says that there is no such code, and which one was probably meant."""
    near = did_you_mean(name, known)
    hint = f"; did you mean '{near}'?" if near else "; 'ember explain' lists all codes"
    return CompileError(error("unknown-code", None, f"there is no diagnostic '{name}'{hint}"))


def _list() -> str:
    width = max(map(len, CODES))
    lines = [f"{code:<{width}}  {title}" for code, title in ERRORS.items()]
    lines.append("\nwarnings:")
    lines += [f"{code:<{width}}  {title}" for code, title in WARNINGS.items()]
    return "\n".join(lines)
