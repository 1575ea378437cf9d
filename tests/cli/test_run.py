"""`ember run`: output, arguments, exit codes, and the cache."""

from __future__ import annotations

from pathlib import Path

import pytest
from conftest import Run


def test_prints_and_succeeds(ember: Run, hello: Path) -> None:
    done = ember("run", "hello.mojo")
    assert (done.returncode, done.stdout, done.stderr) == (0, "hello\n", "")


def test_passes_arguments_on(ember: Run, tmp_path: Path) -> None:
    source = "from std.sys import argv\n\ndef main():\n    for a in argv():\n        print(a)\n"
    (tmp_path / "show.mojo").write_text(source)
    done = ember("run", "-O0", "show.mojo", "one", "-O2", "--help", "two words")
    assert done.stdout.splitlines()[1:] == ["one", "-O2", "--help", "two words"], done.stderr


def test_exit_code_is_the_programs_own(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "leave.mojo").write_text(
        "from std.sys import exit\n\ndef main():\n    print(1)\n    exit(7)\n"
    )
    done = ember("run", "leave.mojo")
    assert (done.returncode, done.stdout) == (7, "1\n"), done.stderr


def test_unhandled_error(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "fails.mojo").write_text(
        'def main() raises:\n    print("before")\n    raise Error("it broke")\n'
    )
    done = ember("run", "fails.mojo")
    assert (done.returncode, done.stdout) == (1, "before\n")
    assert "it broke" in done.stderr


@pytest.mark.parametrize(
    ("mode", "code", "out"),
    [
        ("none", 0, "end\n"),
        (
            "warn",
            0,
            "At: {place}:2:17: Assert Error: one\nAt: {place}:4:14: Assert Error: assertion failed\n"
            "At: {place}:5:12: Assert Error: two\nend\n",
        ),
        ("all", 1, "At: {place}:2:17: Assert Error: one\n"),
    ],
)
def test_modes_of_assertions(ember: Run, tmp_path: Path, mode: str, code: int, out: str) -> None:
    source = 'def main():\n    debug_assert(len(List[Int]()) == 1, "one")\n'
    source += '    var x = 1\n    assert x == 2\n    assert (x == 3), "two"\n    print("end")\n'
    path = tmp_path / "checks.mojo"
    path.write_text(source)
    done = ember("run", "-D", f"ASSERT={mode}", "checks.mojo")
    assert (done.returncode, done.stdout) == (code, out.format(place=path))


@pytest.mark.parametrize("cut", ["print(s[byte=1:2])", "s.resize(1)"])
def test_texts_are_cut_between_characters(ember: Run, tmp_path: Path, cut: str) -> None:
    """`-D ASSERT=all` finds a text that would begin or end inside a character."""
    (tmp_path / "cut.mojo").write_text(f'def main():\n    var s = String("äb")\n    {cut}\n')
    done = ember("run", "-D", "ASSERT=all", "cut.mojo")
    assert done.returncode == 1
    assert "cut.mojo:3:" in done.stdout
    assert "index, 1 does not lie on a codepoint boundary" in done.stdout


def test_second_run_comes_from_the_cache(
    ember: Run, hello: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    cache = str(tmp_path_factory.mktemp("cache"))
    assert ember("run", "hello.mojo", EMBER_CACHE_DIR=cache).stdout == "hello\n"
    # with a module of the compiler out of reach only a cached program can run
    poison = tmp_path_factory.mktemp("poison")
    (poison / "sitecustomize.py").write_text("import sys\nsys.modules['ember.compiler'] = None\n")
    path = f"{poison}:{Path(__file__).parent.parent.parent}"
    again = ember("run", "hello.mojo", EMBER_CACHE_DIR=cache, PYTHONPATH=path)
    assert (again.returncode, again.stdout) == (0, "hello\n"), again.stderr
    hello.write_text(hello.read_text().replace("hello", "changed"))
    assert ember("run", "hello.mojo", EMBER_CACHE_DIR=cache).stdout == "changed\n"


def test_a_changed_import_is_noticed(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "main.mojo").write_text(
        "from part import value\n\ndef main():\n    print(value())\n"
    )
    (tmp_path / "part.mojo").write_text("def value() -> Int:\n    return 1\n")
    assert ember("run", "-O0", "main.mojo").stdout == "1\n"
    (tmp_path / "part.mojo").write_text("def value() -> Int:\n    return 2\n")
    assert ember("run", "-O0", "main.mojo").stdout == "2\n"


def test_a_new_file_that_hides_a_library_module_is_noticed(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    (tmp_path / "two" / "part.mojo").write_text("def value() -> Int:\n    return 2\n")
    (tmp_path / "main.mojo").write_text(
        "from part import value\n\ndef main():\n    print(value())\n"
    )
    command = ("run", "-O0", "-I", "one", "-I", "two", "main.mojo")
    assert ember(*command).stdout == "2\n"
    (tmp_path / "one" / "part.mojo").write_text("def value() -> Int:\n    return 1\n")
    assert ember(*command).stdout == "1\n"


def test_a_corrupt_cache_is_ignored(ember: Run, hello: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    ember("run", "hello.mojo", EMBER_CACHE_DIR=str(cache))
    entries = [path for path in cache.glob("??/*") if path.is_file()]
    assert entries
    for path in entries:
        path.write_bytes(b"damaged" + path.read_bytes()[7:])
    done = ember("run", "hello.mojo", EMBER_CACHE_DIR=str(cache))
    assert (done.returncode, done.stdout) == (0, "hello\n"), done.stderr


def test_works_without_a_cache(ember: Run, hello: Path) -> None:
    assert ember("run", "hello.mojo", EMBER_CACHE_DIR="").stdout == "hello\n"
    assert ember("run", "hello.mojo", EMBER_CACHE_DIR="/proc/nowhere").stdout == "hello\n"


def test_defines(ember: Run, tmp_path: Path) -> None:
    source = 'from std.sys.defines import get_defined_int\n\ndef main():\n    print(get_defined_int["SIZE"]())\n'
    (tmp_path / "size.mojo").write_text(source)
    assert ember("run", "-D", "SIZE=42", "size.mojo").stdout == "42\n"
    assert ember("run", "-D", "SIZE=43", "size.mojo").stdout == "43\n"


def test_warnings_are_shown_from_the_cache_too(ember: Run, tmp_path: Path) -> None:
    source = "def f() -> Int:\n    return 1\n    print(2)\n\ndef main():\n    print(f())\n"
    (tmp_path / "warned.mojo").write_text(source)
    first, second = ember("run", "warned.mojo"), ember("run", "warned.mojo")
    assert "warned.mojo:3:5: warning" in first.stderr
    assert (second.stdout, second.stderr) == (first.stdout, first.stderr)
