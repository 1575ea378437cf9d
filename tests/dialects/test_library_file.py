"""The library lowered at installation: what matches is taken from the file, everything else from the text."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import ember.loading
from ember.compiler import Compilation
from ember.dialects.library_file import LibraryFile, write_library_file
from ember.ir.printer import print_op
from ember.support.fingerprint import LIBRARY, front_end_contents
from ember.support.options import Options
from ember.support.trace import report_json
from ember.tools.pack_library import is_current, packed_modules

FRONT_END = b"a front end"
MODULES = {"std.a": ("text of a", b"packed a"), "std.b": ("text of b", b"packed b" * 1000)}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "std.lit"
    write_library_file(path, FRONT_END, MODULES)
    return path


def test_finds_what_was_written(file: Path) -> None:
    library = LibraryFile(file, FRONT_END)
    for name, (text, packed) in MODULES.items():
        assert library.find(name, text) == packed
    assert [path.name for path in file.parent.iterdir()] == ["std.lit"]


def test_nothing_of_another_text_name_or_front_end(file: Path) -> None:
    assert LibraryFile(file, FRONT_END).find("std.a", "text of b") is None
    assert LibraryFile(file, FRONT_END).find("std.c", "text of a") is None
    assert LibraryFile(file, b"another").find("std.a", "text of a") is None
    assert LibraryFile(file.with_name("missing"), FRONT_END).find("std.a", "text of a") is None


def test_damage_counts_as_missing(file: Path) -> None:
    content = file.read_bytes()
    for at in range(0, len(content), 7):
        file.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])
        library = LibraryFile(file, FRONT_END)
        for name, (text, packed) in MODULES.items():
            assert library.find(name, text) in (packed, None)
    for size in range(0, len(content), 11):
        file.write_bytes(content[:size])
        assert LibraryFile(file, FRONT_END).find("std.b", "text of b") is None


def test_programs_are_the_same_with_and_without(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = tmp_path / "hello.mojo"
    program.write_text('def main():\n    print("hello", 1)\n')
    part = tmp_path / "lib" / "std"
    shutil.copytree(LIBRARY / "std" / "builtin", part / "builtin")
    shutil.copy(LIBRARY / "std" / "prelude.mojo", part)
    path = tmp_path / "std.lit"
    modules = dict(packed_modules(part.parent))
    assert {"std.prelude", "std.builtin.simd", "std.builtin"} <= modules.keys()
    write_library_file(path, front_end_contents(), modules)
    texts = []
    for used in (path, tmp_path / "missing"):
        monkeypatch.setattr(ember.loading, "LIBRARY_FILE", used)
        compilation = Compilation(str(program), Options())
        texts.append(print_op(compilation.concrete(), locations=True))
        assert ('"installed"' in report_json(compilation.trace)) == (used == path)
    assert texts[0] == texts[1]


def test_a_file_is_current_until_a_module_changes(tmp_path: Path) -> None:
    module = tmp_path / "std" / "one.mojo"
    module.parent.mkdir()
    module.write_text("def one() -> Int:\n    return 1\n")
    path = tmp_path / "std.lit"
    assert not is_current(tmp_path, path)
    write_library_file(path, front_end_contents(), dict(packed_modules(tmp_path)))
    assert is_current(tmp_path, path)
    module.write_text("def one() -> Int:\n    return 2\n")
    assert not is_current(tmp_path, path)


def test_kernels_are_named_by_their_packages(tmp_path: Path) -> None:
    for folder in ("std", "kernels/linalg"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "one.mojo").write_text("def one() -> Int:\n    return 1\n")
    assert dict(packed_modules(tmp_path)).keys() == {"std.one", "linalg.one"}
