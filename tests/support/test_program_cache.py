"""The program cache: an entry counts exactly as long as nothing it depends on changes."""

from __future__ import annotations

from pathlib import Path

import pytest

from ember.support import programs
from ember.support.cache import Cache
from ember.support.options import Options
from ember.support.programs import Stored, find_program, program_key, store_program

RESULT = Stored([b"object", b"other"], ["a warning"])


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "src" / "main.mojo"
    path.parent.mkdir()
    path.write_text("text")
    return path


def stored(source: Path, cache: Cache) -> bytes:
    key = program_key("objects", str(source), Options())
    store_program(cache, key, {str(source): source.read_bytes()}, [], RESULT)
    return key


def test_found_again(source: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    found = find_program(cache, stored(source, cache))
    assert found is not None and found[:2] == RESULT[:2]


def test_changed_file(source: Path, tmp_path: Path) -> None:
    cache = Cache(tmp_path / "cache")
    key = stored(source, cache)
    source.write_text("changed")
    assert find_program(cache, key) is None
    source.write_text("text")
    found = find_program(cache, key)
    assert found is not None and found[:2] == RESULT[:2]
    source.unlink()
    assert find_program(cache, key) is None


@pytest.mark.parametrize(
    ("name", "matters"),
    [("math.mojo", True), ("math", True), ("notes.txt", False), ("__pycache__", False)],
)
def test_new_neighbour(source: Path, tmp_path: Path, name: str, matters: bool) -> None:
    cache = Cache(tmp_path / "cache")
    key = stored(source, cache)
    place = source.parent / name
    if "." in name:
        place.write_text("")
    else:
        place.mkdir()
    assert (find_program(cache, key) is None) is matters


@pytest.mark.parametrize(
    "options",
    [
        Options(opt_level=0),
        Options(debug=True),
        Options(defines={"A": "1"}),
        Options(include=[Path("x")]),
        Options(needs_main=False),
    ],
)
def test_options_make_another_entry(options: Options) -> None:
    assert program_key("objects", "a.mojo", options) != program_key("objects", "a.mojo", Options())
    assert program_key("asm", "a.mojo", options) != program_key("objects", "a.mojo", options)


def test_workers_do_not() -> None:
    assert program_key("objects", "a.mojo", Options(jobs=7)) == program_key(
        "objects", "a.mojo", Options()
    )


def test_another_compiler_makes_another_entry(monkeypatch: pytest.MonkeyPatch) -> None:
    before = program_key("objects", "a.mojo", Options())
    monkeypatch.setattr(programs, "compiler_fingerprint", lambda: b"another")
    assert program_key("objects", "a.mojo", Options()) != before
