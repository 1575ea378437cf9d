"""Where the names of the library can be imported from, for messages: its text is read once, when first asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_DECLARED: Final = re.compile(r"^(?:def|struct|trait|comptime) (\w+)", re.MULTILINE)
_WORD: Final = re.compile(r"\w+")


def homes_in(library: Path) -> dict[str, str]:
    """For each public name the module nearest to the top that offers it."""
    homes: dict[str, str] = {}
    packages: dict[Path, frozenset[str]] = {}
    for path in sorted((library / "std").rglob("*.mojo")):
        folder = path.parent
        if folder not in packages:
            packages[folder] = _words_of(folder / "__init__.mojo")
        parts = path.relative_to(library).with_suffix("").parts
        for name in _DECLARED.findall(path.read_text("utf-8")):
            is_offered = parts[-1] == "__init__" or name in packages[folder]
            home = parts[:-1] if is_offered else parts
            if not any(part.startswith("_") for part in home):
                _keep_nearest(homes, name, ".".join(home))
    return homes


def _words_of(package: Path) -> frozenset[str]:
    return frozenset(_WORD.findall(package.read_text("utf-8"))) if package.exists() else frozenset()


def _keep_nearest(homes: dict[str, str], name: str, home: str) -> None:
    known = homes.get(name)
    if known is None or (home.count("."), home) < (known.count("."), known):
        homes[name] = home
