"""`ember build`: every kind of output, and the options that look inside."""

from __future__ import annotations

import ctypes
import json
import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import Run

needs_linker = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
EXPORTS = '@export("add_numbers")\ndef add_numbers(a: Int, b: Int) -> Int:\n    return a + b\n'


@needs_linker
def test_executable_runs_without_python(ember: Run, hello: Path, tmp_path: Path) -> None:
    done = ember("build", "hello.mojo")
    assert done.returncode == 0, done.stderr
    ran = subprocess.run([tmp_path / "hello"], capture_output=True, text=True, env={}, check=True)
    assert ran.stdout == "hello\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["hello", "hello.mojo"]


@needs_linker
def test_object_links_with_c(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "numbers.mojo").write_text(EXPORTS)
    (tmp_path / "main.c").write_text(
        "#include <stdio.h>\nlong add_numbers(long, long);\n"
        'int main(void) { printf("%ld\\n", add_numbers(40, 2)); return 0; }\n'
    )
    assert ember("build", "--emit", "obj", "numbers.mojo").returncode == 0
    subprocess.run(["cc", "main.c", "numbers.o", "-o", "main", "-lm"], cwd=tmp_path, check=True)
    ran = subprocess.run([tmp_path / "main"], capture_output=True, text=True, check=True)
    assert ran.stdout == "42\n"


@needs_linker
def test_shared_library(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "numbers.mojo").write_text(EXPORTS)
    done = ember("build", "--emit", "shared-lib", "numbers.mojo", "-o", "libnumbers.so")
    assert done.returncode == 0, done.stderr
    library = ctypes.CDLL(str(tmp_path / "libnumbers.so"))
    library.add_numbers.restype = ctypes.c_long
    assert library.add_numbers(ctypes.c_long(40), ctypes.c_long(2)) == 42


@pytest.mark.parametrize(
    ("kind", "mark"),
    [
        ("lit", "kgen.generator @main"),
        ("kgen", "kgen.func export @main("),
        ("mlir", '"kgen.func"'),
        ("llvm", "define i32 @main("),
        ("llvm-opt", "@main("),
        ("asm", "main:"),
    ],
)
def test_text_kinds(ember: Run, hello: Path, tmp_path: Path, kind: str, mark: str) -> None:
    done = ember("build", "--emit", kind, "hello.mojo")
    assert done.returncode == 0, done.stderr
    assert mark in done.stdout
    assert ember("build", "--emit", kind, "hello.mojo", "-o", "out").returncode == 0
    assert (tmp_path / "out").read_text() == done.stdout


@pytest.mark.parametrize(
    ("triple", "machine"), [("x86_64-unknown-linux-gnu", 62), ("aarch64-unknown-linux-gnu", 183)]
)
def test_cross_compiling(
    ember: Run, hello: Path, tmp_path: Path, triple: str, machine: int
) -> None:
    done = ember("build", "--emit", "obj", "--target-triple", triple, "hello.mojo")
    assert done.returncode == 0, done.stderr
    header = (tmp_path / "hello.o").read_bytes()
    assert int.from_bytes(header[18:20], "little") == machine
    assembly = ember("build", "--emit", "asm", "--target-triple", triple, "hello.mojo")
    assert "main:" in assembly.stdout
    text = ember("build", "--emit", "llvm", "--target-triple", triple, "hello.mojo")
    assert f'target triple = "{triple}"' in text.stdout


def test_unknown_target(ember: Run, hello: Path) -> None:
    done = ember("build", "--emit", "asm", "--target-triple", "vax-dec-vms", "hello.mojo")
    assert done.returncode == 1
    assert "unknown architecture 'vax'" in done.stderr


def test_any_number_of_jobs_gives_the_same(ember: Run, hello: Path, tmp_path: Path) -> None:
    for jobs in ("1", "3"):
        done = ember(
            "build", "--no-cache", "--emit", "obj", "-j", jobs, "hello.mojo", "-o", f"{jobs}.o"
        )
        assert done.returncode == 0, done.stderr
    assert (tmp_path / "1.o").read_bytes() == (tmp_path / "3.o").read_bytes()


def test_print_ir_after(ember: Run, hello: Path) -> None:
    done = ember(
        "build", "--emit", "kgen", "--print-ir-after", "elaborate,dead-symbols", "hello.mojo"
    )
    assert done.stderr.count("// after elaborate\n") == 1
    assert done.stderr.count("// after dead-symbols\n") == 1
    assert "// after lower" not in done.stderr
    everything = ember("build", "--emit", "kgen", "--print-ir-after", "all", "hello.mojo")
    assert "// after lower\n" in everything.stderr


def test_save_temps(ember: Run, hello: Path, tmp_path: Path) -> None:
    done = ember("build", "--save-temps", "temps", "--emit", "obj", "hello.mojo")
    assert done.returncode == 0, done.stderr
    names = {path.name for path in (tmp_path / "temps").iterdir()}
    assert {"hello.lit", "hello.kgen", "hello.opt.kgen", "hello.ll"} <= names


def test_time_report(ember: Run, hello: Path) -> None:
    table = ember("build", "--emit", "asm", "--time-report", "hello.mojo")
    assert "elaborate" in table.stderr
    report = json.loads(ember("build", "--emit", "asm", "--time-report=json", "hello.mojo").stderr)
    assert {"elaborate", "optimize", "llvm"} <= {stage["stage"] for stage in report["stages"]}
    assert report["peak_memory_bytes"] > 0


def test_printed_ir_goes_through_the_passes(ember: Run, hello: Path) -> None:
    assert ember("build", "--emit", "kgen", "-O0", "hello.mojo", "-o", "hello.mlir").returncode == 0
    done = ember("opt", "--passes", "mem2reg,cse,dce", "hello.mlir")
    assert done.returncode == 0, done.stderr
    assert "kgen.func export @main(" in done.stdout
    piped = ember("opt", "--passes", "cse", "-", input=done.stdout)
    assert piped.returncode == 0, piped.stderr


def test_opt_names_unknown_passes(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.mlir").write_text("kgen.module {\n}\n")
    done = ember("opt", "--passes", "magic", "empty.mlir")
    assert done.returncode == 1
    assert "there is no pass 'magic'" in done.stderr


@needs_linker
@pytest.mark.skipif(shutil.which("gdb") is None, reason="no gdb")
def test_a_debugger_finds_source_lines(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "lines.mojo").write_text(
        "def f(x: Int) -> Int:\n    return x + 1\n\ndef main():\n    print(f(41))\n"
    )
    assert ember("build", "-g", "-O0", "lines.mojo").returncode == 0
    commands = ["-ex", "break lines.mojo:2", "-ex", "run", "-ex", "backtrace"]
    done = subprocess.run(
        ["gdb", "-batch", *commands, "./lines"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "lines.mojo:2" in done.stdout


def test_line_tables(ember: Run, hello: Path, tmp_path: Path) -> None:
    assert ember("build", "-g", "-O0", "--emit", "obj", "hello.mojo").returncode == 0
    assert b".debug_line" in (tmp_path / "hello.o").read_bytes()
