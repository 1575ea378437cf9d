"""Programs that use memory they do not have: a message and a trace instead of a silent end, in this process and in executables."""

from __future__ import annotations

import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.outputs import build
from ember.support.cache import Cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.options import Options
from ember.support.target import X86_64_LINUX, make_target
from tests.emulator import emulate, needs_emulator

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
    poke("abc".byte_length() << 44)
"""
INLINED = """
struct Box[T: Movable](Movable):
    var address: Int

    def __init__(out self, address: Int):
        self.address = address

    def poke(self):
        UnsafePointer[Int, MutAnyOrigin](unsafe_from_address=self.address)[] = 3

@no_inline
def work(address: Int):
    var b = Box[Int](address)
    b.poke()

def main():
    work("abc".byte_length() << 44)
    print("not here")
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
COPY = """
from std.memory import memcpy

def fill(address: Int):
    var values = List[Int](length=1000, fill=1)
    memcpy(dest=UnsafePointer[Int, MutAnyOrigin](unsafe_from_address=address), src=values.unsafe_ptr(), count=1000)

def main():
    fill("abc".byte_length() << 44)
"""
FULL = "stack overflow: functions call one another too deeply"
CASES = {
    "overflow": (OVERFLOW, FULL, ["at fault::deep (fault.mojo:", "by fault::main (fault.mojo:11)"]),
    "overflow in a thread": (IN_A_THREAD, FULL, ["at fault::deep (fault.mojo:", "by fault::work (fault.mojo:13)"]),
    "big arrays": (LOCAL, "stack overflow: ", ["at fault::far (fault.mojo:", "by fault::main (fault.mojo:7)"]),
    "wild": (WILD, "invalid memory access at address 0x300000000000\n", ["at fault::poke (fault.mojo:3)", "by fault::main (fault.mojo:6)"]),
    "wild in C": (COPY, "invalid memory access at address 0x", ["at fault::fill (fault.mojo:6)", "by fault::main (fault.mojo:9)"]),
    "too big": (TOO_BIG, "out of memory: there is no room for 864691128455135232 elements of 8 bytes\n", ["by fault::main (fault.mojo:7)"]),
    "negative": (NEGATIVE, "memory for a negative number of elements: -3\n", ["by fault::main (fault.mojo:7)"]),
}  # fmt: skip


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> str:
    """One for all tests: what reports is compiled once."""
    return str(tmp_path_factory.mktemp("cache"))


@pytest.mark.parametrize(("text", "words", "trace"), CASES.values(), ids=CASES.keys())
def test_a_fault_has_a_message(
    ember: Run, tmp_path: Path, cache: str, text: str, words: str, trace: list[str]
) -> None:
    (tmp_path / "fault.mojo").write_text(text)
    done = ember("run", "fault.mojo", EMBER_CACHE_DIR=cache)
    assert done.returncode == -signal.SIGABRT, done.stderr
    assert done.stderr.startswith(words)
    assert "    at " in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(("text", "words", "trace"), CASES.values(), ids=CASES.keys())
def test_names_and_lines(
    ember: Run, tmp_path: Path, cache: str, text: str, words: str, trace: list[str]
) -> None:
    (tmp_path / "fault.mojo").write_text(text)
    done = ember("run", "-O0", "-g", "fault.mojo", EMBER_CACHE_DIR=cache)
    assert done.returncode == -signal.SIGABRT, done.stderr
    assert_in_order(done.stderr, [words, *trace])


def test_a_null_pointer_in_optimised_code(ember: Run, tmp_path: Path, cache: str) -> None:
    """LLVM takes a use of one for what cannot happen: the program ended there, without a word."""
    text = "def main():\n    var p = UnsafePointer[Int, MutAnyOrigin]()\n    print(p[0])\n"
    (tmp_path / "fault.mojo").write_text(text)
    done = ember("run", "-g", "fault.mojo", EMBER_CACHE_DIR=cache)
    assert done.returncode == -signal.SIGABRT, done.stderr
    words = "invalid memory access at address 0x0: a null pointer\n"
    assert_in_order(done.stderr, [words, "(fault.mojo:3)"])


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("name", ["overflow", "wild in C", "negative"])
def test_in_an_executable(ember: Run, tmp_path: Path, cache: str, name: str) -> None:
    text, words, trace = CASES[name]
    (tmp_path / "fault.mojo").write_text(text)
    assert ember("build", "-O0", "-g", "fault.mojo", EMBER_CACHE_DIR=cache).returncode == 0
    done = subprocess.run([tmp_path / "fault"], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGABRT
    assert_in_order(done.stderr, [words, *trace])


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_names_without_debug_information_and_without_names(
    ember: Run, tmp_path: Path, cache: str
) -> None:
    (tmp_path / "fault.mojo").write_text(OVERFLOW)
    assert ember("build", "fault.mojo", EMBER_CACHE_DIR=cache).returncode == 0
    program = tmp_path / "fault"
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert_in_order(done.stderr, [FULL, "    at fault::deep, ", " times\n", "    by main\n"])
    assert "(" not in done.stderr
    subprocess.run(["strip", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGABRT
    assert done.stderr.startswith(FULL)
    assert done.stderr.count("\n") == 1


@needs_emulator
@pytest.mark.parametrize("name", ["overflow", "big arrays", "wild in C", "negative"])
def test_on_the_other_processor(tmp_path: Path, cache: str, name: str) -> None:
    text, words, trace = CASES[name]
    (tmp_path / "fault.mojo").write_text(text)
    target = make_target(X86_64_LINUX)
    options = Options(0, target=target, debug=True)
    compilation = Compilation(str(tmp_path / "fault.mojo"), options, cache=Cache(Path(cache)))
    whole = run_with_deep_stack(lambda: build(compilation, "obj"))
    done = emulate(whole, tmp_path)
    assert_in_order(done.stderr, [words, *trace])


def test_optimised_programs_name_what_was_inlined(ember: Run, tmp_path: Path, cache: str) -> None:
    (tmp_path / "fault.mojo").write_text(WILD)
    done = ember("run", "-O3", "-g", "fault.mojo", EMBER_CACHE_DIR=cache)
    assert "    at fault::poke (fault.mojo:3), inlined in main\n" in done.stderr
    (tmp_path / "fault.mojo").write_text(INLINED)
    done = ember("run", "-O3", "-g", "fault.mojo", EMBER_CACHE_DIR=cache)
    parts = ["    at fault::Box.poke (fault.mojo:9), inlined in fault::work\n", "(fault.mojo:17)"]
    assert_in_order(done.stderr, parts)
    (tmp_path / "fault.mojo").write_text(NEGATIVE)
    done = ember("run", "-O3", "-g", "fault.mojo", EMBER_CACHE_DIR=cache)
    assert "fault::main (fault.mojo:7)\n" in done.stderr


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_executables_name_what_was_inlined(ember: Run, tmp_path: Path, cache: str) -> None:
    (tmp_path / "fault.mojo").write_text(INLINED)
    assert ember("build", "-O3", "-g", "fault.mojo", EMBER_CACHE_DIR=cache).returncode == 0
    done = subprocess.run([tmp_path / "fault"], capture_output=True, text=True, check=False)
    assert "    at fault::Box.poke (fault.mojo:9), inlined in fault::work\n" in done.stderr


def assert_in_order(text: str, parts: list[str]) -> None:
    place = 0
    for part in parts:
        assert part in text[place:], text
        place = text.index(part, place)
