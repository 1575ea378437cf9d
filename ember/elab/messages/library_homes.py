"""Where the names of the library can be imported from, for messages: its text is read once, when first asked."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ember.support.library import module_name, modules_in
from ember.support.patterns import lazy

_DECLARED: Final = lazy(r"^(?:def|struct|trait|comptime) (\w+)", re.MULTILINE)
_WORD: Final = lazy(r"\w+")


def homes_in(library: Path) -> dict[str, str]:
    """For each public name the module nearest to the top that offers it."""
    homes: dict[str, str] = {}
    packages: dict[Path, frozenset[str]] = {}
    for dotted, path in modules_in(library):
        folder = path.parent
        if folder not in packages:
            packages[folder] = _words_of(folder / "__init__.mojo")
        package = module_name(library, folder)
        for name in _DECLARED.findall(path.read_text("utf-8")):
            home = package if name in packages[folder] else dotted
            if not any(part.startswith("_") for part in home.split(".")):
                _keep_nearest(homes, name, home)
    return homes


def _words_of(package: Path) -> frozenset[str]:
    return frozenset(_WORD.findall(package.read_text("utf-8"))) if package.exists() else frozenset()


def _keep_nearest(homes: dict[str, str], name: str, home: str) -> None:
    known = homes.get(name)
    if known is None or _rank(home) < _rank(known):
        homes[name] = home


def _rank(home: str) -> tuple[bool, int, str]:
    """The least is the best: the standard library first, then what is nearest to the top."""
    return not home.startswith("std"), home.count("."), home
