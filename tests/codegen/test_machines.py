"""Programs need nothing of a machine but its C library: what a processor lacks comes from ours."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from ember.codegen.merge import merge_objects
from ember.compiler import Compilation
from ember.outputs import build
from ember.support.cache import default_cache
from ember.support.diagnostics import CompileError
from ember.support.elf import read_header, undefined_symbols
from ember.support.options import Options
from ember.support.target import AARCH64_LINUX, X86_64_LINUX, Target, make_target
from tests.emulator import emulate, needs_emulator

PROGRAM = Path(__file__).parent / "machines.mojo"
ZEROS = Path(__file__).parent.parent / "programs" / "math" / "zeros_min_max.mojo"
PROCESSORS = {
    X86_64_LINUX: (
        "x86-64",
        "x86-64-v2",
        "x86-64-v3",
        "x86-64-v4",
        "cascadelake",
        "sapphirerapids",
    ),
    AARCH64_LINUX: ("generic", "neoverse-n1", "neoverse-v1"),
}
MACHINES = [make_target(triple, cpu) for triple, cpus in PROCESSORS.items() for cpu in cpus]
C_LIBRARY = set(
    "__errno_location abort bcmp calloc exit free lseek malloc memcmp mmap open pause perror pthread_self sigaction sigaltstack memcpy memmove memset strlen write "
    "floor floorf fma fmaf fmax fmaxf fmin fminf fmod fmodf ldexp ldexpf".split()
)


def compilation(
    target: Target | None, level: int, debug: bool = False, path: Path = PROGRAM
) -> Compilation:
    options = Options(level, debug, target=target, jobs=2)
    return Compilation(str(path), options, cache=default_cache())


@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize("target", MACHINES, ids=lambda target: target.cpu)
def test_only_the_c_library_is_needed(target: Target, level: int) -> None:
    assert undefined_symbols(compilation(target, level).objects()) <= C_LIBRARY


@pytest.mark.parametrize("target", [MACHINES[0], MACHINES[-1]], ids=lambda target: target.cpu)
def test_one_object_for_any_machine(target: Target) -> None:
    parts = compilation(target, 0).objects()
    assert len(parts) > 1
    whole = build(compilation(target, 0), "obj")
    assert read_header(whole).machine == read_header(parts[0]).machine
    assert undefined_symbols([whole]) == undefined_symbols(parts)


@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("debug", [False, True])
def test_the_joined_object_is_the_program(debug: bool, tmp_path: Path) -> None:
    whole, program = tmp_path / "whole.o", tmp_path / "whole"
    whole.write_bytes(build(compilation(None, 0, debug), "obj"))
    subprocess.run(["cc", "-o", program, whole, "-lm"], check=True)
    direct = tmp_path / "direct"
    direct.write_bytes(build(compilation(None, 0, debug), "exe"))
    direct.chmod(0o755)
    assert output([str(program)]) == output([str(direct)])


@needs_emulator
@pytest.mark.parametrize("level", [0, 3])
@pytest.mark.parametrize("cpu", ["x86-64", "x86-64-v3"])
def test_other_processors_compute_the_same(cpu: str, level: int, tmp_path: Path) -> None:
    emulated = emulate(build(compilation(make_target(X86_64_LINUX, cpu), level), "obj"), tmp_path)
    here = tmp_path / "here"
    here.write_bytes(build(compilation(None, level), "exe"))
    here.chmod(0o755)
    assert emulated.returncode == 0, emulated.stderr
    assert emulated.stdout == output([str(here)])


@needs_emulator
@pytest.mark.parametrize("level", [0, 1, 2, 3])
@pytest.mark.parametrize("cpu", ["x86-64", "x86-64-v3"])
def test_zeros_have_one_order(cpu: str, level: int, tmp_path: Path) -> None:
    program = compilation(make_target(X86_64_LINUX, cpu), level, path=ZEROS)
    emulated = emulate(build(program, "obj"), tmp_path)
    assert emulated.stdout == ZEROS.with_suffix(".out").read_text()


def output(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=120).stdout


def test_a_name_that_two_objects_define() -> None:
    (first, *_) = compilation(MACHINES[0], 0).objects()
    with pytest.raises(CompileError, match="is defined twice"):
        merge_objects([first, first])
