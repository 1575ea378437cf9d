"""Sources no person writes: huge, deep, cyclic, not text. A clear message or the right result, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from .conftest import Run

DEPTH = 1000
DEEP = {
    "parentheses": "    print(" + "(" * DEPTH + "1" + ")" * DEPTH + ")\n",
    "calls": "    print(" + "abs(" * DEPTH + "1" + ")" * DEPTH + ")\n",
    "lists": "    var x = " + "[" * DEPTH + "1" + "]" * DEPTH + "\n",
    "types": "    var x: " + "List[" * DEPTH + "Int" + "]" * DEPTH + "\n",
    "blocks": "".join("    " * (level + 1) + "if True:\n" for level in range(DEPTH))
    + "    " * (DEPTH + 1)
    + "pass\n",
    "signs": "    print(" + "-" * DEPTH + "1)\n",
    "templates": "    print(" + 't"{' * DEPTH + "1" + '}"' * DEPTH + ")\n",
    "a chain of calls": "    print(String()" + ".upper()" * DEPTH + ")\n",
    "a longer sum": "    print(" + "1 + " * 20 * DEPTH + "1)\n",
}
LONG = {
    "sum": ("    var x = 1\n    print(" + "x + " * (DEPTH - 1) + "x)\n", "1000\n"),
    "condition": ("    var x = True\n    print(" + "x and " * (DEPTH - 1) + "x)\n", "True\n"),
    "elif": (
        "    var x = 998\n    if x < 0:\n        print(0)\n"
        + "".join(f"    elif x == {n}:\n        print({n})\n" for n in range(DEPTH - 1)),
        "998\n",
    ),
}


@pytest.mark.parametrize("body", DEEP.values(), ids=DEEP.keys())
def test_too_deep(ember: Run, tmp_path: Path, body: str) -> None:
    (tmp_path / "deep.mojo").write_text("def main():\n" + body)
    done = ember("run", "deep.mojo")
    assert done.returncode == 1
    assert "deep.mojo:" in done.stderr
    assert "error[nested-too-deeply]" in done.stderr
    assert "Traceback" not in done.stderr


def test_long_chains_work(ember: Run, tmp_path: Path) -> None:
    text = "".join(f"def {name}():\n{body}\n" for name, (body, _) in _named(LONG).items())
    calls = "".join(f"    {name}()\n" for name in _named(LONG))
    (tmp_path / "long.mojo").write_text(f"{text}def main():\n{calls}")
    done = ember("run", "-O0", "long.mojo")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "".join(output for _, output in LONG.values())


def _named(cases: dict[str, tuple[str, str]]) -> dict[str, tuple[str, str]]:
    return {f"run_{name}": case for name, case in cases.items()}


def test_a_hundred_thousand_lines(ember: Run, tmp_path: Path) -> None:
    filler = "    # a line of comment\n" * 45
    functions = "".join(
        f"def f{n}(x: Int) -> Int:\n{filler}    return x + {n}\n\n\n" for n in range(2084)
    )
    text = f"{functions}def main():\n    print(f2083(1))\n"
    assert text.count("\n") > 100_000
    (tmp_path / "huge.mojo").write_text(text)
    done = ember("run", "-O0", "huge.mojo")
    assert (done.returncode, done.stdout) == (0, "2084\n"), done.stderr[-2000:]
    (tmp_path / "huge.mojo").write_text(text.replace("f2083(1)", "f2084(1)"))
    wrong = ember("run", "-O0", "huge.mojo")
    assert wrong.returncode == 1
    assert "huge.mojo:102118:11: error[unknown-name]" in wrong.stderr


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"def main():\n    print(1)\x00\n", "NUL byte"),
        (b"\x00" * 100, "NUL byte"),
        (b'def main():\n    print("\xff")\n', "not valid UTF-8"),
        (b"\xff\xfed\x00e\x00f\x00", "not valid UTF-8"),
        (b"\xef\xbb\xbfdef main():\n    print(x)\n", "'x' is not defined"),
        (b"def main():\r\n    print(x)\r\n", "'x' is not defined"),
    ],
)
def test_not_text(ember: Run, tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "strange.mojo").write_bytes(data)
    done = ember("run", "strange.mojo")
    assert done.returncode == 1
    assert "strange.mojo:" in done.stderr
    assert words in done.stderr
    assert "Traceback" not in done.stderr


def test_cyclic_imports(ember: Run, tmp_path: Path) -> None:
    """Functions may call each other across files; values that need each other are an error."""
    (tmp_path / "one.mojo").write_text(
        "from two import g\n\ndef f(x: Int) -> Int:\n    return 0 if x == 0 else g(x - 1)\n\n"
        "def main():\n    print(f(5))\n"
    )
    (tmp_path / "two.mojo").write_text(
        "from one import f\n\ndef g(x: Int) -> Int:\n    return f(x) + 1\n"
    )
    done = ember("run", "-O0", "one.mojo")
    assert (done.returncode, done.stdout) == (0, "5\n"), done.stderr
    (tmp_path / "three.mojo").write_text(
        "from four import X\n\ncomptime Y = X\n\ndef main():\n    print(Y)\n"
    )
    (tmp_path / "four.mojo").write_text("from three import Y\n\ncomptime X = Y\n")
    wrong = ember("run", "three.mojo")
    assert wrong.returncode == 1
    assert "error[cyclic-alias]" in wrong.stderr
    assert "depends on itself" in wrong.stderr


def test_long_numbers(ember: Run, tmp_path: Path) -> None:
    nines = "9" * 5000
    lines = [f"print({nines}.5)", f"print(1.{nines})", f"print(0x{'f' * 6000} >> 23990)"]
    lines.append(f"print(Int(mlir_value=__mlir_attr.`{nines} : index`) != 0)")
    (tmp_path / "long.mojo").write_text("def main():\n" + "".join(f"    {x}\n" for x in lines))
    done = ember("run", "long.mojo")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "inf\n2.0\n1023\nTrue\n"


def test_huge_exponents(ember: Run, tmp_path: Path) -> None:
    text = "def main():\n    print(1e99999999999)\n    print((1, 2e-99999999999))\n    print(1e0000400)\n"
    (tmp_path / "huge.mojo").write_text(text)
    done = ember("run", "huge.mojo")
    assert done.returncode == 1
    assert done.stderr.count("error[syntax-bad-number]") == 2


def test_endless_lines_are_cut(ember: Run, tmp_path: Path) -> None:
    """A line of a megabyte was shown whole, and the caret a megabyte further right."""
    text = "def main():\n    print(" + "1, " * 1000 + "wrong" + ", 1" * 1000 + ")\n"
    (tmp_path / "long.mojo").write_text(text)
    done = ember("build", "long.mojo")
    _, shown, caret = done.stderr.splitlines()
    assert len(shown) < 450 and len(caret) < 450
    assert shown[caret.index("^") :].startswith("wrong, 1")
    assert shown.startswith("    2 | …") and shown.endswith("…")


def test_names_of_any_length(ember: Run, tmp_path: Path) -> None:
    """LLVM cut them, and took two variables for one."""
    name = "a" * 3000
    lines = [f"var {name} = 1", f"var {name}b = {name} + 1", f"print({name}, {name}b)"]
    (tmp_path / "long.mojo").write_text("def main():\n    " + "\n    ".join(lines) + "\n")
    done = ember("run", "-O0", "long.mojo")
    assert (done.returncode, done.stdout) == (0, "1 2\n"), done.stderr[:400]
