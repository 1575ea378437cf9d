"""Closed streams, strange sources, folders that vanish, bytecode that rots: one line and the right exit code."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest

from ember.support.source import MAXIMAL_SIZE
from ember.tools import leftovers
from ember.tools.faults import describe_fault

from .conftest import REPOSITORY, Run


def closing(*numbers: int) -> Callable[[], None]:
    def close() -> None:
        for number in numbers:
            os.close(number)

    return close


def test_closed_streams(ember: Run, hello: Path, tmp_path: Path) -> None:
    (tmp_path / "wrong.mojo").write_text("def main():\n    print(nothing)\n")
    for numbers in ((1,), (0, 1), (1, 2), (0, 1, 2)):
        done = ember("run", "-O0", "hello.mojo", preexec_fn=closing(*numbers))
        assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
        assert ember("run", "wrong.mojo", preexec_fn=closing(*numbers)).returncode == 1
    done = ember("build", "--emit", "llvm", "hello.mojo", preexec_fn=closing(1))
    assert done.returncode == 1
    assert done.stderr == "ember: error[system]: cannot write: Bad file descriptor\n"


def test_a_program_whose_output_is_lost(ember: Run, hello: Path) -> None:
    with open("/dev/full", "w") as full:
        done = ember("run", "-O0", "hello.mojo", stdout=full)
    assert done.returncode == 1
    assert done.stderr == "cannot write to the standard output: No space left on device\n"


@pytest.mark.parametrize("source", ["/dev/zero", "/dev/urandom", "pipe", "large.mojo"])
def test_sources_that_are_none(ember: Run, tmp_path: Path, source: str) -> None:
    os.mkfifo(tmp_path / "pipe")
    with open(tmp_path / "large.mojo", "wb") as large:
        large.truncate(MAXIMAL_SIZE + 1)
    done = ember("run", source)
    assert done.returncode == 1
    assert done.stderr.startswith(f"error[unreadable-file]: cannot read '{source}': ")
    assert done.stderr.count("\n") == 1


def test_a_source_that_comes_through_a_pipe(ember: Run, hello: Path) -> None:
    for _ in range(2):
        reading, writing = os.pipe()
        os.write(writing, hello.read_bytes())
        os.close(writing)
        done = ember("run", "-O0", f"/dev/fd/{reading}", pass_fds=(reading,))
        os.close(reading)
        assert (done.returncode, done.stdout) == (0, "hello\n"), done.stderr


def test_a_deleted_working_directory(ember: Run, hello: Path, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()

    def enter() -> None:
        os.chdir(gone)
        os.rmdir(gone)

    done = ember("run", "hello.mojo", preexec_fn=enter)
    assert done.returncode == 1
    assert done.stderr == "ember: error[system]: the working directory has been deleted\n"


def test_an_empty_home(ember: Run) -> None:
    done = ember("cache", HOME="", EMBER_CACHE_DIR=None, XDG_CACHE_HOME=None)
    assert "directory  /.cache" not in done.stdout


PROGRAM = """
import sys
sys.path.insert(0, {repository!r})
from ember.support.bytecode import check_bytecode
sys.pycache_prefix = {prefix!r}
sys.dont_write_bytecode = False
check_bytecode()
sys.path.insert(0, {folder!r})
import checked
print(checked.VALUE)
"""


def test_damaged_bytecode_is_not_loaded(tmp_path: Path) -> None:
    (tmp_path / "checked.py").write_text("VALUE = sum(range(100))\n")
    names = {"repository": str(REPOSITORY), "folder": str(tmp_path)}
    script = PROGRAM.format(prefix=str(tmp_path / "bytecode"), **names)
    command = [sys.executable, "-c", script]
    for place in (None, 20, 40, 60, 80, -1):
        for path in (tmp_path / "bytecode").rglob("checked*.pyc"):
            data = bytearray(path.read_bytes())
            if place is not None:
                data[place] ^= 0xFF
            path.write_bytes(data)
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stdout) == (0, "4950\n"), done.stderr
    assert list((tmp_path / "bytecode").rglob("checked*.pyc"))


def test_clearing_removes_bytecode(ember: Run, tmp_path: Path) -> None:
    bytecode = tmp_path / "cache" / "bytecode" / "x.cpython-311.pyc"
    bytecode.parent.mkdir(parents=True)
    bytecode.write_bytes(b"old")
    assert ember("cache", "clear").returncode == 0
    assert not bytecode.exists()


def test_leftovers_and_reports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    old, new = tmp_path / "ember-link-old", tmp_path / "ember-new"
    (old / "inside").mkdir(parents=True)
    (old / "0.o").write_bytes(b"abc")
    new.write_text("new")
    os.utime(old, (0, 0))
    assert leftovers.remove_leftovers() == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ember-new"]
    for _ in range(15):
        try:
            raise ValueError("a fault")
        except ValueError as problem:
            assert "internal fault" in describe_fault(problem, ["run"])
    assert len(list(tmp_path.glob("ember-fault-*"))) == 10


@pytest.mark.parametrize("settings", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"PYTHONIOENCODING": "ascii"}], ids=["locale", "streams"])  # fmt: skip
def test_text_beyond_ascii_in_any_locale(
    ember: Run, tmp_path: Path, settings: dict[str, str]
) -> None:
    (tmp_path / "größe.mojo").write_text('def ja() -> String:\n    return "→ ✓"\n', "utf-8")
    main = "from größe import ja\n\ndef main():\n    print(ja())\n"
    (tmp_path / "ü.mojo").write_text(main, "utf-8")
    (tmp_path / "wrong.mojo").write_text(main.replace("ja()", "größer"), "utf-8")
    settings = {"PYTHONCOERCECLOCALE": "0"} | settings
    done = ember("run", "-O0", "ü.mojo", **settings, encoding="utf-8")
    assert (done.returncode, done.stdout, done.stderr) == (0, "→ ✓\n", "")
    done = ember("run", "wrong.mojo", **settings, encoding="utf-8")
    assert (done.returncode, "'größer' is not defined" in done.stderr) == (1, True)
