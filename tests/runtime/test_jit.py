"""Loading objects into the process and running programs."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ember.codegen.llvm.emit import compile_to_object
from ember.codegen.llvm.host import host_target
from ember.compiler import support_objects
from ember.runtime.jit import LoadError, load_object, run_object

PROGRAM = r"""
@text = private constant [7 x i8] c"%d %s \00"
declare i32 @printf(ptr, ...)
define i32 @main(i32 %count, ptr %arguments) {
  %last = add i32 %count, -1
  %place = getelementptr ptr, ptr %arguments, i32 %last
  %word = load ptr, ptr %place
  %n = call i32 (ptr, ...) @printf(ptr @text, i32 %count, ptr %word)
  ret i32 BODY
}
"""


def compiled(text: str) -> bytes:
    return compile_to_object(text, host_target(), 1)


def run_in_child(setup: str, tmp_path: Path, text: str) -> subprocess.CompletedProcess[str]:
    """Runs an object in a process of its own, so that it may do what it likes."""
    path = tmp_path / "program.o"
    path.write_bytes(compiled(text))
    script = (
        "import sys\nfrom pathlib import Path\nfrom ember.runtime.jit import run_object\n"
        f"{setup}\n"
        f"sys.exit(run_object(Path({str(path)!r}).read_bytes(), ['prog', 'ärg']))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        env=environment,
        check=False,
        timeout=60,
    )


def test_program_output_and_exit_code(tmp_path: Path) -> None:
    done = run_in_child("print('before')", tmp_path, PROGRAM.replace("BODY", "7"))
    assert (done.returncode, done.stdout) == (7, "before\n2 ärg ")


def test_exit_inside_the_program_flushes(tmp_path: Path) -> None:
    text = PROGRAM.replace("ret i32 BODY", "call void @exit(i32 5)\n  unreachable")
    done = run_in_child("", tmp_path, text + "declare void @exit(i32)")
    assert (done.returncode, done.stdout) == (5, "2 ärg ")


def test_crash_ends_the_process_with_the_signal(tmp_path: Path) -> None:
    text = PROGRAM.replace("ret i32 BODY", "store i32 1, ptr inttoptr (i64 8 to ptr)\n  ret i32 0")
    assert run_in_child("", tmp_path, text).returncode == -signal.SIGSEGV


def test_interrupt_is_the_programs(tmp_path: Path) -> None:
    text = """
declare i32 @raise(i32)
define i32 @main(i32 %a, ptr %b) {
  %x = call i32 @raise(i32 2)
  ret i32 0
}"""
    assert run_in_child("", tmp_path, text).returncode == -signal.SIGINT


def test_handlers_come_back() -> None:
    before = signal.getsignal(signal.SIGINT)
    assert run_object(compiled("define i32 @main(i32 %a, ptr %b) {\n ret i32 300\n}"), ["x"]) == 44
    assert signal.getsignal(signal.SIGINT) is before


def test_several_objects_refer_to_each_other() -> None:
    first = compiled(
        "declare i64 @g(i64)\ndefine i64 @f(i64 %x) {\n %y = call i64 @g(i64 %x)\n ret i64 %y\n}"
    )
    second = compiled(
        "@v = global i64 5\ndefine i64 @g(i64 %x) {\n %v = load i64, ptr @v\n %y = mul i64 %x, %v\n ret i64 %y\n}"
    )
    loaded = load_object(first, second)
    assert loaded.function("f", ctypes.c_int64, ctypes.c_int64)(8) == 40
    ctypes.c_int64.from_address(loaded.address("v")).value = 6
    assert loaded.function("f", ctypes.c_int64, ctypes.c_int64)(8) == 48


def test_two_programs_with_one_name() -> None:
    texts = [f"define i64 @f() {{\n ret i64 {n}\n}}" for n in (1, 2)]
    loaded = [load_object(compiled(text)) for text in texts]
    assert [code.function("f", ctypes.c_int64)() for code in loaded] == [1, 2]


def test_hidden_names_stay_within_their_compilation() -> None:
    def unit(name: str, number: int) -> list[bytes]:
        caller = f"declare hidden i64 @h()\ndefine i64 @{name}() {{\n %x = call i64 @h()\n ret i64 %x\n}}"
        return [compiled(caller), compiled(f"define hidden i64 @h() {{\n ret i64 {number}\n}}")]

    loaded = load_object(*unit("f", 1), *unit("g", 2), units=[2, 2])
    assert [loaded.function(name, ctypes.c_int64)() for name in "fg"] == [1, 2]
    with pytest.raises(LoadError, match="'h' is defined twice"):
        load_object(*unit("f", 1), *unit("g", 2))


def test_code_lives_as_long_as_its_function() -> None:
    function = load_object(compiled("define i64 @f() {\n ret i64 9\n}")).function(
        "f", ctypes.c_int64
    )
    load_object(compiled("define i64 @f() {\n ret i64 8\n}"))
    assert function() == 9


def test_math_and_wide_division_are_found() -> None:
    text = """
declare double @sqrt(double)
define double @f(double %x) {
  %y = call double @sqrt(double %x)
  ret double %y
}
define i64 @g(i64 %a, i64 %b) {
  %x = sext i64 %a to i128
  %w = shl i128 %x, 64
  %y = sext i64 %b to i128
  %q = sdiv i128 %w, %y
  %h = lshr i128 %q, 64
  %r = trunc i128 %h to i64
  ret i64 %r
}"""
    code = compiled(text)
    loaded = load_object(code, *support_objects([code], host_target()))
    assert loaded.function("f", ctypes.c_double, ctypes.c_double)(9.0) == 3.0
    assert loaded.function("g", ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(-100, 7) == -15


def test_missing_symbols_are_reported() -> None:
    with pytest.raises(LoadError, match="no_such"):
        load_object(
            compiled(
                "declare void @no_such_symbol()\ndefine void @f() {\n call void @no_such_symbol()\n ret void\n}"
            )
        ).address("f")
    with pytest.raises(LoadError, match="nothing"):
        load_object(compiled("define void @f() {\n ret void\n}")).address("nothing")
    with pytest.raises(LoadError):
        load_object(b"this is no object file")
