"""Programs that use memory they do not have: a message instead of a silent end, in this process and in executables."""

from __future__ import annotations

import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from .conftest import Run

DEEP = """
def deep(mut values: List[Int], n: Int) -> Int:
    if n < 0:
        return 0
    values[0] += n
    var x = deep(values, n + 1)
    return x + values[0]
"""
OVERFLOW = (
    DEEP
    + """
def main():
    var values: List[Int] = [1]
    print(deep(values, "abc".byte_length()))
"""
)
IN_A_THREAD = (
    "from std.algorithm import parallelize\n"
    + DEEP
    + """
def main():
    def work(i: Int) {}:
        var values: List[Int] = [1]
        print(deep(values, i))
    parallelize(8, work)
"""
)
WILD = """
def poke(address: Int):
    UnsafePointer[Int, MutAnyOrigin](unsafe_from_address=address)[] = 3

def main():
    poke("abc".byte_length() << 50)
"""
TOO_BIG = """
@no_inline
def add(mut values: List[Int]):
    values.append(1)

def main():
    var values = List[Int](capacity="abc".byte_length() << 58)
    add(values)
    print(values[0])
"""
NEGATIVE = TOO_BIG.replace('"abc".byte_length() << 58', '-"abc".byte_length()')
LOCAL = """
def far(n: Int) -> Int:
    var space = InlineArray[Int, 1 << 20](fill=n)
    return space[n] + (far(n + 1) if n < 1 << 30 else 0)

def main():
    print(far("abc".byte_length()))
"""
FULL = "stack overflow: functions call one another too deeply"
CASES = {
    "overflow": (OVERFLOW, FULL),
    "overflow in a thread": (IN_A_THREAD, FULL),
    "big arrays": (LOCAL, "stack overflow: "),
    "wild": (WILD, "invalid memory access at address 0x"),
    "too big": (TOO_BIG, "memory that could not be allocated"),
    "negative": (NEGATIVE, "memory that could not be allocated"),
}


@pytest.mark.parametrize("level", ["-O0", "-O3"])
@pytest.mark.parametrize(("text", "words"), CASES.values(), ids=CASES.keys())
def test_a_fault_has_a_message(
    ember: Run, tmp_path: Path, text: str, words: str, level: str
) -> None:
    (tmp_path / "fault.mojo").write_text(text)
    done = ember("run", level, "fault.mojo")
    assert done.returncode == -signal.SIGABRT, done.stderr
    assert words in done.stderr
    assert done.stdout == ""


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_in_an_executable(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "fault.mojo").write_text(OVERFLOW)
    assert ember("build", "fault.mojo").returncode == 0
    done = subprocess.run([tmp_path / "fault"], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGABRT
    assert done.stderr.startswith(FULL)
