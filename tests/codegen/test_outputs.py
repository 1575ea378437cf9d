"""What comes out: objects and assembly for both targets, executables, shared libraries, debug information."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
from pathlib import Path

import pytest

from ember.codegen import link
from ember.codegen.llvm.emit import compile_to_object, emit_assembly, optimized_llvm
from ember.codegen.llvm.host import host_target
from ember.codegen.text.module import emit_llvm
from ember.dialects import pop
from ember.dialects import types as t
from ember.ir.nodes import Value
from ember.support import dtype as dt
from ember.support.diagnostics import CompileError
from ember.support.source import SourceFile
from ember.support.target import AARCH64_LINUX, AMDGCN, NVPTX64, X86_64_LINUX, make_target
from tests.codegen.harness import I32, Code, Program

needs_linker = pytest.mark.skipif(
    not any(shutil.which(name) for name in ("cc", "gcc", "clang")), reason="no C compiler"
)
ELF_MACHINES = {AARCH64_LINUX: 183, X86_64_LINUX: 62}


def scaled_sum(code: Code, x: Value, y: Value) -> None:
    product = code.value(pop.Mul, (x, x), x.type)
    code.give(code.value(pop.Add, (product, y), x.type))


def greeting() -> Program:
    """`main` prints its argument count and returns 3."""

    def main(code: Code, count: Value, arguments: Value) -> None:
        form = code.constant(b"count %d\n", t.STRING)
        text = code.value(pop.StringAddress, (form,), t.POINTER)
        code.op(pop.ExternalCall, (text, count), (I32,), name="printf", fixed=1)
        code.give(code.constant(3, I32))

    program = Program()
    program.function("main", [I32, t.POINTER], [I32], main)
    return program


@pytest.mark.parametrize("triple", ELF_MACHINES)
@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_cross_compilation(triple: str, level: int) -> None:
    program = greeting()
    vector = t.SimdType(8, dt.F32)
    program.function("scale", [vector, vector], [vector], scaled_sum)
    target = make_target(triple)
    text = emit_llvm(program.module, target)
    data = compile_to_object(text, target, level)
    assert data[:4] == b"\x7fELF"
    assert int.from_bytes(data[18:20], "little") == ELF_MACHINES[triple]
    assembly = emit_assembly(text, target, level)
    contracted = (
        "fmla" if level else "fmul"
    )  # a multiplication and an addition become one instruction
    assert (contracted if triple == AARCH64_LINUX else "mulps") in assembly
    assert "define" in optimized_llvm(text, target, level)


def vector_add() -> Program:
    """A GPU kernel: every thread adds one element, through a stack slot."""
    number = t.scalar(dt.F32)

    def fill(code: Code, a: Value, b: Value, out: Value, index: Value) -> None:
        slot = code.slot(number)
        places = [code.offset(pointer, index, number) for pointer in (a, b, out)]
        total = code.add(*(code.load(place, number) for place in places[:2]))
        code.store(total, slot)
        code.store(code.load(slot, number), places[2])
        code.give()

    program = Program()
    program.function("vector_add", [t.POINTER] * 3 + [t.INDEX], [], fill, linkage="kernel")
    return program


def test_gpu_kernels() -> None:
    nvidia, amd = make_target(NVPTX64, "sm_90", "+ptx80"), make_target(AMDGCN, "gfx942")
    ptx = emit_assembly(emit_llvm(vector_add().module, nvidia), nvidia, 3)
    assert ".visible .entry vector_add(" in ptx
    assert ".target sm_90" in ptx
    assert "add.f32" in ptx
    assembly = emit_assembly(emit_llvm(vector_add().module, amd), amd, 3)
    assert ".amdhsa_kernel vector_add" in assembly
    assert "v_add_f32" in assembly


def test_equal_input_gives_equal_output() -> None:
    target = host_target()
    text = emit_llvm(greeting().module, target)
    assert text == emit_llvm(greeting().module, target)
    assert compile_to_object(text, target, 3) == compile_to_object(text, target, 3)


def test_unknown_targets_are_refused() -> None:
    with pytest.raises(ValueError, match="z80"):
        make_target("z80-unknown-none")


def test_bad_llvm_text_is_a_diagnostic() -> None:
    with pytest.raises(CompileError, match="codegen-failed"):
        compile_to_object("define i32 @f() { ret i64 0 }", host_target(), 0)
    unknown = Program()
    unknown.function(
        "f",
        [t.INDEX],
        [t.INDEX],
        lambda c, n: c.give(*c.op(pop.Intrinsic, (n,), (t.INDEX,), name="llvm.no.such").results),
    )
    with pytest.raises(CompileError):
        compile_to_object(unknown.text(), host_target(), 0)


@needs_linker
def test_executable(tmp_path: Path) -> None:
    out = tmp_path / "greet"
    link.link_executable([compile_to_object(greeting().text(), host_target(), 2)], out)
    done = subprocess.run([out, "a", "b"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "count 3\n")


@needs_linker
def test_shared_library(tmp_path: Path) -> None:
    program = Program()
    double, byte = t.scalar(dt.F64), t.scalar(dt.dtype_named("si8"))
    program.function("scale", [double, double], [double], scaled_sum)
    program.function("negate", [byte], [byte], lambda c, n: c.give(c.value(pop.Neg, (n,), byte)))
    program.function("hidden", [], [], lambda c: c.give(), linkage="internal", inline="never")
    out = tmp_path / "libscale.so"
    link.link_shared([compile_to_object(program.text(), host_target(), 2)], out)
    library = ctypes.CDLL(str(out))
    library.scale.restype = ctypes.c_double
    library.scale.argtypes = [ctypes.c_double, ctypes.c_double]
    assert library.scale(3.0, 0.5) == 9.5
    library.negate.restype = ctypes.c_int8
    library.negate.argtypes = [ctypes.c_int8]
    assert library.negate(-128) == -128
    assert library.negate(5) == -5
    assert not hasattr(library, "hidden")


def test_missing_linker_is_a_diagnostic(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("CC", raising=False)
    with pytest.raises(CompileError, match="missing-linker"):
        link.link_executable([b""], tmp_path / "x")


@needs_linker
def test_failing_link_is_a_diagnostic(tmp_path: Path) -> None:
    program = Program()

    def main(code: Code) -> None:
        code.op(pop.ExternalCall, (), (), name="there_is_no_such_function", fixed=-1)
        code.give(code.constant(0, I32))

    program.function("main", [], [I32], main)
    with pytest.raises(CompileError, match="there_is_no_such_function"):
        link.link_executable([compile_to_object(program.text(), host_target(), 0)], tmp_path / "x")


SOURCE = """def inner(n):
    abort()

def main():
    inner(1)
"""


def crashing(source: SourceFile) -> Program:
    """`main` calls `inner`, which aborts; every op knows its line."""

    def inner(code: Code, n: Value) -> None:
        code.loc = source.span(SOURCE.index("abort"), SOURCE.index("abort") + 7)
        code.op(pop.ExternalCall, (), (), name="abort", fixed=-1)
        code.give()

    def main(code: Code) -> None:
        at = SOURCE.index("inner(1)")
        code.loc = source.span(at, at + 8)
        code.call("inner", (code.constant(1),), ())
        code.give(code.constant(0, I32))

    program = Program()
    start = SOURCE.index("def main")
    program.function("inner", [t.INDEX], [], inner, "internal", "never", loc=source.span(0, 3))
    program.function("main", [], [I32], main, loc=source.span(start, start + 3))
    return program


@pytest.mark.parametrize("level", [0, 3])
def test_debug_information_is_valid(level: int, tmp_path: Path) -> None:
    source = SourceFile(str(tmp_path / "crash.mojo"), SOURCE)
    text = emit_llvm(crashing(source).module, host_target(), debug=True, source_name=source.path)
    assert "!DILocation(line: 2, column: 5" in text
    assert b".debug_line" in compile_to_object(text, host_target(), level)


@needs_linker
@pytest.mark.skipif(shutil.which("gdb") is None, reason="no gdb")
def test_gdb_shows_source_lines(tmp_path: Path) -> None:
    path = tmp_path / "crash.mojo"
    path.write_text(SOURCE)
    source = SourceFile(str(path), SOURCE)
    text = emit_llvm(crashing(source).module, host_target(), debug=True, source_name=source.path)
    program = tmp_path / "crash"
    link.link_executable([compile_to_object(text, host_target(), 0)], program)
    commands = ["-ex", "break crash.mojo:2", "-ex", "run", "-ex", "backtrace", "-ex", "kill"]
    done = subprocess.run(
        ["gdb", "-q", "-nx", "-batch", *commands, str(program)],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={"PATH": "/usr/bin:/bin", "DEBUGINFOD_URLS": "", "HOME": str(tmp_path)},
    )
    if "ptrace" in done.stderr or "Could not trace" in done.stderr:
        pytest.skip("gdb may not trace processes here")
    frames = [line for line in done.stdout.splitlines() if line.startswith("#")]
    assert any("inner" in frame and "crash.mojo:2" in frame for frame in frames), done.stdout
    assert any("main" in frame and "crash.mojo:5" in frame for frame in frames), done.stdout
