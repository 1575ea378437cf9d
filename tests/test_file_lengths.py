"""Files stay short enough to be read in one go; there are no exceptions."""

from __future__ import annotations

from pathlib import Path

REPOSITORY = Path(__file__).parent.parent
LONGEST = 800
FOLDERS = ("ember", "tests", "bench", "examples")


def test_no_file_is_too_long() -> None:
    files = [*REPOSITORY.glob("*.py")]
    for folder in FOLDERS:
        files += [p for p in (REPOSITORY / folder).rglob("*") if p.suffix in (".py", ".mojo")]
    assert len(files) > len(FOLDERS)
    lengths = {path: path.read_text("utf-8", "replace").count("\n") for path in files}
    too_long = {str(path.relative_to(REPOSITORY)): n for path, n in lengths.items() if n > LONGEST}
    assert not too_long, f"split these by idea: {too_long}"
