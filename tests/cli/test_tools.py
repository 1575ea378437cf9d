"""The small commands: version, help, cache, doctor, test."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest
from conftest import REPOSITORY, Run

import ember as package
from ember.cli import COMMANDS


def test_version(ember: Run) -> None:
    assert ember("--version").stdout == f"ember {package.__version__}\n"


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_has_examples(ember: Run, command: str) -> None:
    done = ember(*filter(None, [command]), "--help")
    assert done.returncode == 0
    assert "example" in done.stdout


def test_cache(ember: Run, hello: Path, tmp_path: Path) -> None:
    place = str(tmp_path / "cache")
    ember("run", "hello.mojo", EMBER_CACHE_DIR=place)
    info = ember("cache", "info", EMBER_CACHE_DIR=place).stdout
    assert place in info
    assert "entries    0" not in info
    assert "freed" in ember("cache", "prune", "--limit", "0", EMBER_CACHE_DIR=place).stdout
    ember("run", "hello.mojo", EMBER_CACHE_DIR=place)
    assert "freed" in ember("cache", "clear", EMBER_CACHE_DIR=place).stdout
    assert "entries    0" in ember("cache", EMBER_CACHE_DIR=place).stdout


def test_doctor(ember: Run) -> None:
    done = ember("doctor")
    assert done.returncode == 0, done.stdout
    assert "everything needed is there" in done.stdout
    if not Path("/dev/nvidiactl").exists():
        assert "simulated device" in done.stdout
    names = [line.split()[0] for line in done.stdout.splitlines()[:-1]]
    assert {"ember", "python", "system", "packages", "llvm", "targets", "gpu", "cache"} <= {*names}


def test_test(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "test_good.mojo").write_text("def main():\n    print(1)\n")
    (tmp_path / "test_functions.mojo").write_text(
        "def test_one() raises:\n    print(1)\n\ndef test_two() raises:\n    print(2)\n"
    )
    (tmp_path / "helper.mojo").write_text("not a test")
    done = ember("test")
    assert done.returncode == 0, done.stdout
    assert "2 passed, 0 failed" in done.stdout
    (tmp_path / "test_bad.mojo").write_text(
        'def test_fails() raises:\n    raise Error("no luck")\n'
    )
    done = ember("test")
    assert done.returncode == 1
    assert "2 passed, 1 failed" in done.stdout
    assert "FAIL test_fails: no luck" in done.stdout
    assert ember("test", "-k", "good").returncode == 0


def test_no_tests(ember: Run) -> None:
    done = ember("test")
    assert done.returncode == 1
    assert "there are no test_*.mojo files here" in done.stderr


def test_junit(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "test_functions.mojo").write_text(
        "def test_good() raises:\n    pass\n\n"
        'def test_bad() raises:\n    raise Error("no <luck> \\x01")\n'
    )
    (tmp_path / "test_wrong.mojo").write_text("def main():\n    print(unknown)\n")
    done = ember("test", "--junit", "results.xml", "-j", "2")
    assert done.returncode == 1
    root = ElementTree.parse(tmp_path / "results.xml").getroot()
    assert (root.get("tests"), root.get("failures")) == ("3", "2")
    failures = {case.get("name"): case.find("failure") for case in root.iter("testcase")}
    assert failures["test_good"] is None
    bad, wrong = failures["test_bad"], failures["test_wrong"]
    assert bad is not None and "no <luck>" in bad.get("message", "")
    assert wrong is not None and "'unknown' is not defined" in (wrong.text or "")


def test_progress_on_a_terminal(tmp_path: Path) -> None:
    """A line that is overwritten; in a pipe there is none."""
    for name in ("one", "two"):
        (tmp_path / f"test_{name}.mojo").write_text("def main():\n    pass\n")
    own, other = pty.openpty()
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    command = [sys.executable, "-m", "ember", "test", "-j", "1"]
    process = subprocess.Popen(command, cwd=tmp_path, stdout=other, env=environment)
    os.close(other)
    shown = b""
    while True:
        try:
            data = os.read(own, 1000)
        except OSError:
            break
        if not data:
            break
        shown += data
    assert process.wait() == 0
    assert b"\r\x1b[K1 of 2 done" in shown
    assert b"2 passed, 0 failed" in shown


def test_init(ember: Run, tmp_path: Path) -> None:
    done = ember("init", "project")
    assert done.returncode == 0, done.stderr
    assert "cd project && ember run main.mojo; ember test" in done.stdout
    assert ember("run", "project/main.mojo").stdout == "Hello, world!\n"
    tested = ember("test", "project")
    assert tested.returncode == 0, tested.stdout
    assert "1 passed, 0 failed" in tested.stdout
    assert ember("format", "--check", "project").returncode == 0
    (tmp_path / "project" / "main.mojo").write_text("changed")
    again = ember("init", "project")
    assert again.returncode == 1
    assert "'project/main.mojo' is there already" in again.stderr
    assert (tmp_path / "project" / "main.mojo").read_text() == "changed"
    assert ember("init", "--name", "not a name", "other").returncode == 1
    assert not (tmp_path / "other").exists()


def test_friendly_messages(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "hello.mojo").write_text('def main():\n    print("hello")\n')
    (tmp_path / "script.py").write_text("print(1)\n")
    (tmp_path / "notes.txt").write_text("notes\n")
    (tmp_path / "empty.mojo").write_text("\n")
    (tmp_path / "tests.mojo").write_text("def test_a():\n    pass\n")
    (tmp_path / "near.mojo").write_text("def Main():\n    pass\n")
    (tmp_path / "module.mojo").write_text("def f():\n    pass\n")
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "main.mojo").write_text("def main():\n    pass\n")
    expected = {
        ("run", "helo.mojo"): (1, "there is no such file; did you mean 'hello.mojo'?"),
        ("run", "hello"): (1, "there is no such file; did you mean 'hello.mojo'?"),
        ("run", "gone/x.mojo"): (1, "there is no such file, nor a directory 'gone'"),
        ("run", "project"): (1, "it is a directory; did you mean 'project/main.mojo'?"),
        ("run", "."): (1, "it is a directory; name the file that holds 'main'"),
        ("run", "script.py"): (1, "it is a Python file; run it with 'python3'"),
        ("run", "notes.txt"): (1, "Mojo source files end in '.mojo'"),
        ("run", "empty.mojo"): (1, "it is empty: write 'def main():'"),
        ("run", "tests.mojo"): (1, "or call its tests with 'ember test'"),
        ("run", "near.mojo"): (1, "did you mean 'Main' to be it?"),
        ("run", "module.mojo"): (1, "or import it from a file that has one"),
        ("rnu", "hello.mojo"): (2, "there is no command 'rnu'; did you mean 'run'?"),
        ("hello.mojo",): (2, "did you mean 'ember run hello.mojo'?"),
        ("frobnicate",): (2, "there is no command 'frobnicate'; commands: "),
    }
    for command, (code, words) in expected.items():
        done = ember(*command)
        assert words in done.stderr, command
        assert (done.returncode, done.stdout) == (code, ""), command
