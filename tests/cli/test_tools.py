"""The small commands: version, help, cache, doctor, test."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run

import ember as package


def test_version(ember: Run) -> None:
    assert ember("--version").stdout == f"ember {package.__version__}\n"


@pytest.mark.parametrize(
    "command", ["", "run", "build", "opt", "test", "doc", "format", "cache", "doctor"]
)
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
