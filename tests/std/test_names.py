"""Every name of the library is found where programs of both editions look for it."""

from __future__ import annotations

from pathlib import Path

import pytest
from forked import in_child

from ember.cli import dispatch

NAMES = Path(__file__).parent / "names.txt"


def places() -> list[tuple[str, str]]:
    """Modules and the names in them."""
    found = []
    for line in NAMES.read_text().splitlines():
        if line and not line.startswith("#"):
            module, _, names = line.partition(": ")
            found += [(module, name) for name in names.split()]
    return found


@pytest.mark.parametrize("edition", ["1", "2025"])
def test_every_name_is_found(edition: str, tmp_path: Path) -> None:
    modules = [(module, name) for module, name in places()]
    if edition == "2025":
        modules += [(module.removeprefix("std."), name) for module, name in modules]
    imports = [f"from {m} import {name} as name{i}" for i, (m, name) in enumerate(modules)]
    source = tmp_path / "names.mojo"
    source.write_text("\n".join([*imports, "def main():", "    pass", ""]))
    options = ["--edition", edition, "--max-errors", "1000", "-o", str(tmp_path / "names.o")]
    done = in_child(lambda: dispatch(["build", "--emit", "obj", *options, str(source)]), tmp_path)
    assert done.code == 0, done.stderr
