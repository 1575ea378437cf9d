"""A system that does not cooperate: bad caches, full disks, interrupts, kills. Nothing of the user's is ever damaged."""

from __future__ import annotations

import os
import random
import resource
import shutil
import signal
import time
from pathlib import Path

import pytest

from .conftest import HELLO, REPOSITORY, Run, Start

BIG = "".join(f"def f{n}(x: Int) -> Int:\n    return x * {n} + x // 3\n\n" for n in range(400))
BIG += "def main():\n    print(f1(2))\n"

needs_linker = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "cache")


# --- caches ---------------------------------------------------------------------------------------


def entries(cache: Path) -> list[Path]:
    return [path for path in cache.glob("??/*") if path.is_file()]


def test_cache_entries_of_every_bad_kind(ember: Run, hello: Path, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    assert ember("run", "-O0", "hello.mojo").stdout == "hello\n"
    for number, entry in enumerate(entries(cache)):
        data = entry.read_bytes()
        if number % 4 == 0:
            entry.write_bytes(b"")
        elif number % 4 == 1:
            entry.write_bytes(data[: len(data) // 2])
        elif number % 4 == 2:
            entry.write_bytes(bytes(byte ^ 1 for byte in data))
        else:  # cannot be read, nor replaced by a file
            entry.unlink()
            entry.mkdir()
    for _ in range(2):
        done = ember("run", "-O0", "hello.mojo")
        assert (done.returncode, done.stdout, done.stderr) == (0, "hello\n", "")


@pytest.mark.parametrize("place", ["/proc/nowhere", "/dev/null", "hello.mojo", "loop"])
def test_a_cache_that_cannot_be_used(ember: Run, hello: Path, tmp_path: Path, place: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    done = ember("run", "-O0", "hello.mojo", EMBER_CACHE_DIR=place)
    assert (done.returncode, done.stdout, done.stderr) == (0, "hello\n", "")
    assert hello.read_text() == HELLO
    assert ember("cache", "info", EMBER_CACHE_DIR=place).returncode == 0
    assert ember("cache", "clear", EMBER_CACHE_DIR=place).returncode == 0
    assert hello.read_text() == HELLO


@needs_linker
def test_a_read_only_home(ember: Run, hello: Path, tmp_path: Path) -> None:
    """Nobody can write into /proc, not even the superuser."""
    environment = {"HOME": "/proc", "XDG_CACHE_HOME": None, "EMBER_CACHE_DIR": None}
    assert "/proc/.cache/ember" in ember("cache", "info", **environment).stdout
    ran = ember("run", "-O0", "hello.mojo", **environment)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "hello\n", "")
    built = ember("build", "hello.mojo", **environment)
    assert (built.returncode, built.stderr) == (0, "")
    assert files(tmp_path) == ["hello", "hello.mojo"]


def test_damaged_bytecode(ember: Run, hello: Path, tmp_path: Path) -> None:
    """A full disk makes Python keep bytecode that ends too early; what Python reads before our first line, nobody can help."""
    place = tmp_path / "bytecode"
    environment = {"PYTHONPYCACHEPREFIX": str(place), "PYTHONDONTWRITEBYTECODE": None}
    assert ember("run", "-O0", "hello.mojo", **environment).returncode == 0
    modules = [path for path in place.rglob("*.pyc") if "/ember/" in str(path)]
    damaged = [path for path in modules if not path.name.startswith("__")]
    assert len(damaged) > 50
    for path in damaged:
        path.write_bytes(path.read_bytes()[:100])
    done = ember("run", "--no-cache", "-O0", "hello.mojo", **environment)
    assert (done.returncode, done.stdout, done.stderr) == (0, "hello\n", "")


# --- disks ----------------------------------------------------------------------------------------


def small_files_only() -> None:
    """What a full disk does: the first bytes of a file still fit."""
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))


FULL = {"preexec_fn": small_files_only, "PYTHONDONTWRITEBYTECODE": "1"}
"""Python must not leave damaged bytecode in our own folders."""


def test_a_full_disk(ember: Run, hello: Path, tmp_path: Path) -> None:
    (tmp_path / "out.o").write_bytes(b"precious")
    done = ember("build", "--emit", "obj", "hello.mojo", "-o", "out.o", **FULL)
    assert done.returncode == 1
    assert "error[unwritable-output]: cannot write 'out.o': File too large" in done.stderr
    assert (tmp_path / "out.o").read_bytes() == b"precious"
    assert files(tmp_path) == ["hello.mojo", "out.o"]
    ran = ember("run", "-O0", "hello.mojo", **FULL)
    assert (ran.returncode, ran.stdout, ran.stderr) == (0, "hello\n", "")
    full = ember("build", "--emit", "llvm", "hello.mojo", "-o", "/dev/full")
    assert full.returncode == 1
    assert "cannot write '/dev/full': No space left on device" in full.stderr


MODEL = """
from ember.dtype import DType
from ember.graph import DeviceRef, Graph, TensorType, ops

with Graph("drawn", input_types=[TensorType(DType.float32, ("n",), DeviceRef.CPU())]) as graph:
    graph.output(ops.relu(graph.inputs[0].tensor * 2.5))
"""


def test_projects_and_pictures_on_a_full_disk(ember: Run, tmp_path: Path) -> None:
    """Empty files were left, and a project could not be begun again where it was."""
    (tmp_path / "model.py").write_text(MODEL)

    def tiny() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (200, 200))

    where = {"preexec_fn": tiny, "PYTHONDONTWRITEBYTECODE": "1"}
    for command, target in (
        (("init", "project"), "project/test_greeting.mojo"),
        (("graph", "model.py", "--emit", "svg", "-o", "out.svg"), "out.svg"),
    ):
        done = ember(*command, **where)
        message = f"error[unwritable-output]: cannot write '{target}': File too large\n"
        assert (done.returncode, done.stderr) == (1, message)
        assert files(tmp_path) == ["model.py"]


def test_standard_output_is_full(ember: Run, hello: Path) -> None:
    with open("/dev/full", "w") as full:
        for command in (("build", "--emit", "llvm", "hello.mojo"), ("--help",), ("cache", "info")):
            done = ember(*command, stdout=full)
            assert done.returncode == 1, command
            assert "No space left on device" in done.stderr
            assert "Traceback" not in done.stderr


def test_formatting_on_a_full_disk(ember: Run, tmp_path: Path) -> None:
    text = "def main() :\n" + "    print( 1 )\n" * 1000
    (tmp_path / "ugly.mojo").write_text(text)
    done = ember("format", "ugly.mojo", **FULL)
    assert done.returncode == 1
    assert "cannot write 'ugly.mojo': File too large; it was left as it is" in done.stderr
    assert (tmp_path / "ugly.mojo").read_text() == text
    assert files(tmp_path) == ["ugly.mojo"]


# --- others at work -------------------------------------------------------------------------------


def test_two_compilers_at_once(start: Start, hello: Path, tmp_path: Path) -> None:
    """The same file, the same cache, the same output."""
    both = [
        start("build", "--emit", "obj", "-O0", "hello.mojo", "-o", "out.o"),
        start("build", "--emit", "obj", "-O0", "hello.mojo", "-o", "out.o"),
        start("run", "-O0", "hello.mojo"),
    ]
    results = [process.communicate(timeout=300) for process in both]
    assert [process.returncode for process in both] == [0, 0, 0], results
    assert results[2] == ("hello\n", "")
    assert files(tmp_path) == ["hello.mojo", "out.o"]
    assert (tmp_path / "out.o").read_bytes()[:4] == b"\x7fELF"
    assert not list((tmp_path / "cache").glob("??/.*"))


def test_an_interrupt_at_any_time(start: Start, tmp_path: Path) -> None:
    (tmp_path / "big.mojo").write_text(BIG)
    chooser = random.Random(7)
    codes = []
    for _ in range(8):
        process = start("build", "--emit", "obj", "big.mojo", "-o", "out.o")
        time.sleep(chooser.uniform(0.15, 3.0))
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=120)
        codes.append(process.returncode)
        if process.returncode == 0:  # it was done already
            (tmp_path / "out.o").unlink()
            shutil.rmtree(tmp_path / "cache")
        else:
            assert process.returncode in (130, -signal.SIGINT), err
        assert "/ember/" not in err, err  # a traceback, unless Python itself was not up yet
        assert files(tmp_path) == ["big.mojo"]
        assert (tmp_path / "big.mojo").read_text() == BIG
    assert any(code in (130, -signal.SIGINT) for code in codes), codes


def test_killed_while_writing_the_cache(start: Start, hello: Path, tmp_path: Path) -> None:
    chooser = random.Random(3)
    for _ in range(5):
        process = start("run", "-O0", "hello.mojo")
        time.sleep(chooser.uniform(0.2, 1.6))
        process.kill()
        process.communicate()
    process = start("run", "-O0", "hello.mojo")
    assert process.communicate(timeout=120) == ("hello\n", "")
    assert hello.read_text() == HELLO
    assert files(tmp_path) == ["hello.mojo"]


def test_left_over_temporary_files_go(ember: Run, hello: Path, tmp_path: Path) -> None:
    """What a killed writer leaves behind is not read, and goes with the next pruning after an hour."""
    ember("run", "-O0", "hello.mojo")
    entry = entries(tmp_path / "cache")[0]
    orphan = entry.with_name(f".{entry.name}.1.2")
    orphan.write_bytes(b"half")
    os.utime(orphan, (time.time() - 7200,) * 2)
    assert ember("cache", "prune").returncode == 0
    assert not orphan.exists()
    assert entry.exists()


# --- the network ----------------------------------------------------------------------------------

WATCH = """
import sys
def watch(event, arguments):
    if event.startswith("socket.") and event != "socket.gethostname":
        sys.stderr.write("network: " + event + chr(10))
sys.addaudithook(watch)
"""


def test_no_network(ember: Run, hello: Path, tmp_path: Path) -> None:
    (tmp_path / "watch").mkdir()
    (tmp_path / "watch" / "sitecustomize.py").write_text(WATCH)
    path = f"{tmp_path / 'watch'}:{REPOSITORY}"
    commands = [("run", "-O0", "hello.mojo"), ("run", "-O0", "hello.mojo"), ("doctor",)]
    commands += [
        ("format", "hello.mojo"),
        ("cache", "info"),
        ("build", "--emit", "obj", "hello.mojo"),
    ]
    for command in commands:
        done = ember(*command, PYTHONPATH=path)
        assert (done.returncode, "network:" in done.stderr) == (0, False), (command, done.stderr)
