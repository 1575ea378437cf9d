"""std.os.path and std.pathlib beside Python's os.path: one program, hundreds of random paths."""

from __future__ import annotations

import posixpath
import random
from pathlib import Path

import pytest
from forked import run_program

from ember.support.options import Options

PROGRAM = Path(__file__).parent / "os" / "path_operations.mojo"
PIECES = [
    "/",
    "/",
    "/",
    "a",
    "b.c",
    ".d",
    "..",
    ".",
    "é.tar.gz",
    " ",
    "$A",
    "${B_2}",
    "$",
    "~",
    "x.",
]
ENVIRONMENT = {"HOME": "/home/me", "A": "one", "B_2": "two/three"}
CASES = 400


def root_of(path: str) -> str:
    """Two slashes at the start are a root of their own, three are one."""
    if not path.startswith("/"):
        return ""
    return "//" if path[1:2] == "/" and path[2:3] != "/" else "/"


def suffix_of(name: str) -> str:
    dot = name.rfind(".")
    return name[dot:] if 0 < dot < len(name) - 1 else ""


def expected(a: str, b: str) -> str:
    head, tail = posixpath.split(a)
    root = root_of(a)
    results: list[object] = [tail, head, posixpath.isabs(a), posixpath.join(a, b)]
    results += [posixpath.join(a, b, "c"), posixpath.normpath(a), head, tail]
    results += [*posixpath.splitext(a), root, a[len(root) :], posixpath.expandvars(a)]
    results += [posixpath.expanduser(a), tail, suffix_of(tail)]
    results += [tail.removesuffix(suffix_of(tail)), head, posixpath.join(a, b)]
    results += [posixpath.join(a, b, "c"), a == b, True]
    return "|".join(map(str, results))


def test_paths_do_what_pythons_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ENVIRONMENT.items():
        monkeypatch.setenv(name, value)
    choose = random.Random(23)

    def path() -> str:
        return "".join(choose.choices(PIECES, k=choose.randrange(7)))

    cases = [(path(), path()) for _ in range(CASES)]
    data = tmp_path / "cases"
    data.write_text("\n".join("\t".join(case) for case in cases))
    done = run_program(PROGRAM, Options(opt_level=0), [str(data)])
    assert done.code == 0, done.stderr
    for case, found in zip(cases, done.stdout.split("\n")[:-1], strict=True):
        assert found == expected(*case), case
