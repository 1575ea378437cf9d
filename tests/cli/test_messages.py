"""How diagnostics are shown: forms, limits, switches for warnings, and what the cache repeats."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

from conftest import REPOSITORY, Run

WRONG = "def main():\n    var total = 3\n    print(totl)\n    print(Nothing())\n    print(more)\n"
UNUSED = 'def main():\n    var n = 3\n    print("done")\n'
GENERIC = (
    "def inner[n: Int]() -> Int:\n"
    "    comptime Choice = List[Int] if n == 1 else Int\n"
    "    return Choice().nope\n\n"
    "def outer[n: Int]() -> Int:\n    return inner[n]()\n\n"
    "def main():\n    print(outer[3]())\n    print((1, 2)[5])\n"
)


def test_several_errors_in_order(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.mojo").write_text(WRONG)
    done = ember("run", "wrong.mojo")
    assert done.returncode == 1
    heads = [line for line in done.stderr.splitlines() if ": error[" in line]
    assert heads == [
        "wrong.mojo:3:11: error[unknown-name]: 'totl' is not defined; did you mean 'total'?",
        "wrong.mojo:4:11: error[unknown-name]: 'Nothing' is not defined",
        "wrong.mojo:5:11: error[unknown-name]: 'more' is not defined",
    ]
    limited = ember("run", "--max-errors", "1", "wrong.mojo").stderr
    assert limited.count("error[") == 1
    assert limited.endswith("2 more errors; --max-errors N shows more\n")


def test_one_mistake_is_told_once(ember: Run, tmp_path: Path) -> None:
    """Not even a later assignment tells the type of a variable whose first value is wrong."""
    text = (
        "def main():\n    var total = wrong(3)\n    total = 0\n    total += 1.5\n    print(total)\n"
    )
    (tmp_path / "wrong.mojo").write_text(text)
    heads = [line for line in ember("run", "wrong.mojo").stderr.splitlines() if ": error[" in line]
    assert heads == ["wrong.mojo:2:17: error[unknown-name]: 'wrong' is not defined"]


def test_json(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.mojo").write_text(WRONG)
    done = ember("build", "--diagnostics", "json", "wrong.mojo")
    first = json.loads(done.stderr.splitlines()[0])
    assert first == {
        "file": "wrong.mojo",
        "line": 3,
        "column": 11,
        "end_line": 3,
        "end_column": 15,
        "severity": "error",
        "code": "unknown-name",
        "message": "'totl' is not defined; did you mean 'total'?",
        "notes": [],
        "fix": {
            "file": "wrong.mojo",
            "line": 3,
            "column": 11,
            "end_line": 3,
            "end_column": 15,
            "replacement": "total",
        },
    }
    assert len(done.stderr.splitlines()) == 3


def test_backtraces(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "generic.mojo").write_text(GENERIC)
    folded = ember("build", "generic.mojo").stderr
    assert "generic.mojo:3:21: error[unknown-member]: 'Int' has no member 'nope'" in folded
    near = folded.index("generic.mojo:6:12: note: in 'inner' with n = 3, called from here")
    far = folded.index("generic.mojo:9:11: note: in 'outer' with n = 3, called from here")
    assert near < far
    assert "generic.mojo:10:5: error[index-out-of-range]: the pack has 2 elements" in folded
    assert "hidden; --full-backtrace shows" in folded
    assert "tuple.mojo" not in folded
    unfolded = ember("build", "--full-backtrace", "generic.mojo").stderr
    assert "tuple.mojo" in unfolded and "hidden" not in unfolded


def test_warnings_and_their_switches(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "unused.mojo").write_text(UNUSED)
    head = "unused.mojo:2:9: warning[unused-variable]: 'n' is never read"
    for _ in range(2):  # compiled, then out of the cache
        done = ember("run", "unused.mojo")
        assert done.returncode == 0 and done.stdout == "done\n"
        assert done.stderr.startswith(head)
    again = ember("run", "--diagnostics", "json", "unused.mojo")
    assert json.loads(again.stderr)["code"] == "unused-variable"
    for off in (["-Wno-unused-variable"], ["--no-warn", "unused-variable"], ["--no-warn", "all"]):
        assert ember("run", *off, "unused.mojo").stderr == ""
    strict = ember("run", "--Werror", "unused.mojo")
    assert strict.returncode == 1 and strict.stdout == ""
    assert strict.stderr.startswith(head.replace("warning", "error"))
    unknown = ember("run", "-W", "unused-variables", "unused.mojo")
    assert unknown.stderr == (
        "error[unknown-code]: there is no diagnostic 'unused-variables';"
        " did you mean 'unused-variable'?\n"
    )


def test_names_of_metadata_are_used(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "names.mojo").write_text('comptime LARGEST = "nvvm.maxntid"\ncomptime OTHER = 3\n')
    (tmp_path / "kernel.mojo").write_text(
        "from names import LARGEST, OTHER\n\n@__llvm_metadata(LARGEST=64)\ndef kernel():\n    pass\n\n"
        "def main():\n    kernel()\n"
    )
    found = [line for line in ember("run", "kernel.mojo").stderr.splitlines() if "warning" in line]
    assert found == ["kernel.mojo:1:28: warning[unused-import]: 'OTHER' is imported but never used"]


def test_old_spelling_on_request(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "old.mojo").write_text('fn main():\n    print("old")\n')
    assert ember("run", "old.mojo").stderr == ""
    asked = ember("run", "-W", "old-spelling", "old.mojo").stderr
    assert asked.startswith("old.mojo:1:1: warning[old-spelling]: 'fn' is an old spelling")


def test_explain(ember: Run) -> None:
    page = ember("explain", "use-after-move")
    assert page.returncode == 0 and page.stdout.startswith("# use-after-move\n")
    listing = ember("explain").stdout
    assert "unknown-name " in listing and "unused-variable " in listing
    wrong = ember("explain", "use-after-mov")
    assert wrong.returncode == 1
    assert "did you mean 'use-after-move'?" in wrong.stderr


def test_colours_on_a_terminal_only(tmp_path: Path) -> None:
    (tmp_path / "wrong.mojo").write_text(WRONG)
    assert "\x1b[1;31merror" in _on_terminal(tmp_path)
    assert "\x1b" not in _on_terminal(tmp_path, NO_COLOR="1")


def _on_terminal(folder: Path, **environment: str) -> str:
    """What a command shows on a terminal."""
    ours, theirs = pty.openpty()
    settings = {k: v for k, v in os.environ.items() if k != "NO_COLOR"}
    settings |= {"PYTHONPATH": str(REPOSITORY), **environment}
    process = subprocess.Popen(
        [sys.executable, "-m", "ember", "run", "wrong.mojo"],
        cwd=folder,
        env=settings,
        stderr=theirs,
    )
    os.close(theirs)
    shown = b""
    try:
        while part := os.read(ours, 4096):
            shown += part
    except OSError:  # the other end is closed
        pass
    process.wait(timeout=60)
    os.close(ours)
    return shown.decode()
