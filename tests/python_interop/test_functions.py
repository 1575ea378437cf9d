"""`ember.compile`: Mojo functions called from Python, over numbers, texts and the memory of arrays."""

from __future__ import annotations

import array
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ember
from ember.binding.functions import Functions
from ember.support.diagnostics import CompileError

REPOSITORY = Path(__file__).parent.parent.parent
MODULES = Path(__file__).parent / "modules"


@pytest.fixture(scope="module")
def kernels() -> Functions:
    return ember.compile(MODULES / "kernels.mojo")


# -- the mapping -----------------------------------------------------------------------------------


def test_mapping(kernels: Functions) -> None:
    assert list(kernels)[:3] == ["add", "half", "narrow"]
    assert kernels["add"] is kernels.add
    assert "add" in kernels
    assert "main" not in kernels
    assert "_private" not in kernels
    assert kernels.add.__doc__ == "add(a: Int, b: Int) -> Int"
    assert kernels.scale.__doc__ == "scale(xs: Span[Float64], by: Float64) -> None"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("generic", "it has parameters"),
        ("overloaded", "it has several overloads"),
        ("takes_list", "its argument 'xs' is a 'List"),
        ("changes", "'x' is passed as 'mut'"),
        ("many", "'xs' takes any number of arguments"),
        ("borrow", "it gives a 'Span"),
        ("nowhere", "has no function 'nowhere'"),
    ],
)
def test_what_cannot_be_called(kernels: Functions, name: str, reason: str) -> None:
    assert name not in kernels
    with pytest.raises(KeyError, match=reason.replace("'", ".")):
        kernels[name]
    with pytest.raises(AttributeError, match=reason):
        getattr(kernels, name)


# -- values ----------------------------------------------------------------------------------------


def test_numbers(kernels: Any) -> None:
    assert kernels.add(2, 3) == 5
    assert kernels.add(np.int64(2), True) == 3
    assert kernels.half(5) == 2.5
    assert kernels.half(np.float32(3)) == 1.5
    assert kernels.narrow(-1, 255, 0.5, 0.25) == 254.75
    assert kernels.largest() == 2**64 - 1
    assert type(kernels.half(4)) is float


def test_texts_and_truth(kernels: Any) -> None:
    assert kernels.greet("Ada", True) == "HELLO Ada"
    assert kernels.greet("Ünal ☃", np.bool_(False)) == "hello Ünal ☃"
    assert kernels.is_even(4) is True


def test_collections_come_back_converted(kernels: Any) -> None:
    assert kernels.pair() == (1, 2)
    assert kernels.table(3) == {"0": [0, 0], "1": [1, 1], "2": [2, 4]}
    assert kernels.find(np.array([1.0, 5.0]), 5.0) == 1
    assert kernels.find(np.array([1.0, 5.0]), 7.0) is None


def test_errors(kernels: Any) -> None:
    assert kernels.root(9.0) == 3.0
    with pytest.raises(Exception, match="^no root of -1.0$"):
        kernels.root(-1.0)
    with pytest.raises(Exception, match="there is no first element"):
        kernels.first(np.zeros(0))


@pytest.mark.parametrize(
    ("call", "kind", "text"),
    [
        (lambda k: k.add(1), TypeError, "expected 2 arguments, got 1"),
        (lambda k: k.add(1.5, 2), TypeError, "argument 1 must be an integer, not 'float'"),
        (lambda k: k.add(2**70, 1), OverflowError, "too large"),
        (lambda k: k.narrow(200, 1, 1, 1), OverflowError, "argument 1 must be from -128 to 127"),
        (lambda k: k.half("1"), TypeError, "argument 1 must be a number, not 'str'"),
        (lambda k: k.greet(b"x", True), TypeError, "argument 1 must be a str, not 'bytes'"),
        (lambda k: k.greet("x", 1), TypeError, "argument 2 must be a bool, not 'int'"),
    ],
)
def test_wrong_values(kernels: Any, call: Any, kind: type[Exception], text: str) -> None:
    with pytest.raises(kind, match=text):
        call(kernels)


# -- arrays ----------------------------------------------------------------------------------------


def test_arrays_are_changed_in_place(kernels: Any) -> None:
    numbers = np.arange(6, dtype=np.float64).reshape(2, 3)
    kernels.scale(numbers, 2.0)
    assert numbers.tolist() == [[0, 2, 4], [6, 8, 10]]
    kernels.scale(numbers[1], 0.5)
    assert numbers.tolist() == [[0, 2, 4], [3, 4, 5]]
    out = np.zeros(5, dtype=np.int32)
    kernels.squares(out, 5)
    assert out.tolist() == [0, 1, 4, 9, 16]
    flags = np.array([True, False])
    kernels.invert(flags)
    assert flags.tolist() == [False, True]


def test_every_format(kernels: Any) -> None:
    kinds = (np.int8, np.int16, np.int64, np.uint8, np.uint16, np.uint32)
    arrays = [np.zeros(i + 1, dtype=kind) for i, kind in enumerate(kinds)]
    assert kernels.lengths(*arrays) == 654321


def test_other_buffers(kernels: Any) -> None:
    assert kernels.total(array.array("f", [1, 2, 3])) == 6.0
    assert kernels.total(memoryview(np.ones(4, dtype=np.float32))) == 4.0
    read_only = np.ones(3, dtype=np.float32)
    read_only.setflags(write=False)
    assert kernels.total(read_only) == 3.0
    assert kernels.total(np.zeros(0, dtype=np.float32)) == 0.0


class OnlyDLPack:
    """What a tensor library offers: no buffer, but DLPack; it counts the exports still in use."""

    def __init__(self, values: np.ndarray[Any, Any]) -> None:
        self.values = values

    def __dlpack__(self, **options: object) -> object:
        return self.values.__dlpack__()


def test_dlpack(kernels: Any) -> None:
    numbers = np.arange(4, dtype=np.float64)
    before = sys.getrefcount(numbers)
    kernels.scale(OnlyDLPack(numbers), 3.0)
    assert numbers.tolist() == [0, 3, 6, 9]
    assert kernels.total(OnlyDLPack(np.ones((2, 2), dtype=np.float32))) == 4.0
    flags = np.array([True, False, True])
    kernels.invert(OnlyDLPack(flags))
    assert flags.tolist() == [False, True, False]
    assert sys.getrefcount(numbers) == before


@pytest.mark.parametrize(
    ("make", "text"),
    [
        (lambda: np.zeros(4)[::2], "must be a contiguous array of float64: .*not C-contiguous"),
        (lambda: np.zeros((3, 2)).T, "must be a contiguous array of float64"),
        (lambda: np.zeros(4, dtype=np.float32), "must be an array of float64; its format is 'f'"),
        (lambda: np.zeros(4, dtype=np.int64), "must be an array of float64; its format is 'l'"),
        (lambda: np.zeros(4, dtype=">f8"), "must be an array of float64; its format is '>d'"),
        (lambda: np.zeros(4, dtype=complex), "must be an array of float64; its format is 'Zd'"),
        (lambda: [1.0], "must be an array of float64, not 'list'"),
        (lambda: 1.0, "must be an array of float64, not 'float'"),
        (lambda: bytes(8), "must be a contiguous array of float64: .*not writable"),
        (lambda: OnlyDLPack(np.zeros(4)[::2]), "must be contiguous"),
        (lambda: OnlyDLPack(np.zeros(4, dtype=np.int32)), "must be an array of float64"),
    ],
)
def test_wrong_arrays(kernels: Any, make: Any, text: str) -> None:
    with pytest.raises(TypeError, match=text):
        kernels.scale(make(), 2.0)


def test_memory_is_unlocked_afterwards(kernels: Any) -> None:
    numbers = bytearray(16)
    view = memoryview(numbers).cast("d")
    kernels.scale(view, 2.0)
    with pytest.raises(Exception, match="first element"):
        kernels.first(view[:0])
    view.release()
    numbers.extend(b"more")  # impossible while its memory is locked


def test_other_threads_run_meanwhile(kernels: Any) -> None:
    """A function over arrays gives the interpreter's lock away."""
    data = np.ones(8)
    progress: list[float] = []
    done = threading.Event()

    def watch() -> None:
        while not done.is_set():
            progress.append(time.monotonic())
            time.sleep(0.001)

    watcher = threading.Thread(target=watch)
    watcher.start()
    try:
        started = time.monotonic()
        rounds = 20_000_000
        while time.monotonic() - started < 0.2:
            begun = time.monotonic()
            kernels.wait(data, rounds)
            ended = time.monotonic()
    finally:
        done.set()
        watcher.join()
    assert any(begun < moment < ended for moment in progress)


# -- modules that use Python -------------------------------------------------------------------------


def test_functions_that_use_python() -> None:
    functions: Any = ember.compile(MODULES / "with_python.mojo")
    assert functions.describe({}, np.zeros(3)) == "dict 3"
    assert functions.import_it("json").dumps([1]) == "[1]"
    with pytest.raises(ModuleNotFoundError):
        functions.import_it("no_such_module_anywhere")


# -- files -----------------------------------------------------------------------------------------


def test_errors_of_the_compiler(tmp_path: Path) -> None:
    (tmp_path / "wrong.mojo").write_text('def f() -> Int:\n    return "text"\n')
    with pytest.raises(CompileError, match=r"wrong.mojo:2:\d+: error\[type-mismatch\]"):
        ember.compile(tmp_path / "wrong.mojo")
    with pytest.raises(CompileError, match="there is no such file"):
        ember.compile(tmp_path / "missing.mojo")
    (tmp_path / "bad-name.mojo").write_text("def f() -> Int:\n    return 1\n")
    with pytest.raises(CompileError, match="'bad-name' is not a name that can be imported"):
        ember.compile(tmp_path / "bad-name.mojo")


def test_changes_are_noticed(tmp_path: Path) -> None:
    source, helper = tmp_path / "changing.mojo", tmp_path / "helper.mojo"
    helper.write_text("def number() -> Int:\n    return 1\n")
    source.write_text("from helper import number\n\ndef get() -> Int:\n    return number()\n")
    assert ember.compile(source)["get"]() == 1
    helper.write_text("def number() -> Int:\n    return 2\n")
    assert ember.compile(source)["get"]() == 2


def test_names_of_the_library_may_be_used(tmp_path: Path) -> None:
    source = "def {0}(a: Int) -> Int:\n    return a + 1\n\n"
    names = ("abort", "len", "call_len", "mojo_len", "String_", "PythonObject_")
    (tmp_path / "math.mojo").write_text("".join(source.format(name) for name in names))
    functions = ember.compile(tmp_path / "math.mojo", opt_level=1)
    assert [functions[name](1) for name in names] == [2] * len(names)


def test_files_without_functions(tmp_path: Path) -> None:
    (tmp_path / "empty.mojo").write_text('"""Nothing here."""\n')
    assert len(ember.compile(tmp_path / "empty.mojo")) == 0


def test_old_spelling(tmp_path: Path) -> None:
    (tmp_path / "old.mojo").write_text(
        "fn triple(x: Int) -> Int:\n    return 3 * x\n\n"
        "fn fill(p: UnsafePointer[Float64], n: Int):\n    for i in range(n):\n        p[i] = 7\n"
    )
    functions: Any = ember.compile(tmp_path / "old.mojo")
    assert functions.triple(4) == 12
    numbers = np.zeros(2)
    functions.fill(numbers, 2)
    assert numbers.tolist() == [7, 7]


def test_settings_of_the_process_are_kept(tmp_path: Path) -> None:
    import gc

    before = gc.get_threshold(), sys.getrecursionlimit()
    (tmp_path / "tiny.mojo").write_text("def one() -> Int:\n    return 1\n")
    assert ember.compile(tmp_path / "tiny.mojo", opt_level=0)["one"]() == 1
    assert (gc.get_threshold(), sys.getrecursionlimit()) == before


def test_a_compiled_file_needs_no_compiler() -> None:
    """The second time, neither the compiler nor LLVM is loaded."""
    script = (
        "import sys, ember\n"
        f"print(ember.compile({str(MODULES / 'kernels.mojo')!r}).add(1, 2))\n"
        "print('ember.compiler' in sys.modules, 'llvmlite' in sys.modules)\n"
    )
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    for _ in range(2):
        done = subprocess.run(
            [sys.executable, "-c", script],
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
    assert done.stdout == "3\nFalse False\n"
