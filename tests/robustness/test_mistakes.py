"""What mistakes cost: the library is looked through once, and code that is too much is refused before anything is done with it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.elab.modules import names
from ember.support.cache import default_cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.diagnostics import CompileError
from ember.support.options import Options

from .conftest import Run


def test_unknown_names_look_the_library_up_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    search = names.homes_in

    def counted(library: Path) -> dict[str, str]:
        asked.append(library)
        return search(library)

    monkeypatch.setattr(names, "homes_in", counted)
    path = tmp_path / "unknown.mojo"
    path.write_text("def main():\n" + "".join(f"    print(unknown_{n})\n" for n in range(50)))
    compilation = Compilation(str(path), Options(opt_level=0), cache=default_cache())
    with pytest.raises(CompileError) as failure:
        run_with_deep_stack(compilation.elaborate)
    assert len(failure.value.diagnostics) > 1
    assert {one.code for one in failure.value.diagnostics} <= {"unknown-name", "too-many-errors"}
    assert len(asked) == 1


def test_fifty_megabytes_of_code(ember: Run, tmp_path: Path) -> None:
    line = "def f(x: Int) -> Int:\n    return x * 3 + x // 7\n\n\n"
    (tmp_path / "huge.mojo").write_text(line * (50_000_000 // len(line)))
    done = ember("run", "huge.mojo")
    assert done.returncode == 1
    assert done.stderr.startswith("error[unreadable-file]: cannot read 'huge.mojo': it has more than 16 MiB")  # fmt: skip
    assert done.stderr.count("\n") == 1


def test_pruning_removes_what_killed_runs_left(ember: Run, tmp_path: Path) -> None:
    folder = tmp_path / "temporary"
    (folder / "ember-link-old").mkdir(parents=True)
    (folder / "ember-link-old" / "0.o").write_bytes(b"abc")
    (folder / "other").mkdir()
    os.utime(folder / "ember-link-old", (0, 0))
    os.utime(folder / "other", (0, 0))
    assert ember("cache", "prune", TMPDIR=str(folder)).returncode == 0
    assert [path.name for path in folder.iterdir()] == ["other"]
