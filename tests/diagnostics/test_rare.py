"""Diagnostics that take more than a wrong program: damaged installations, full machines, raw operations."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from diagnosis import command_output, diagnosis

from ember.binding.functions import _check_name
from ember.codegen.link import link_executable
from ember.codegen.llvm.library import _unusable
from ember.elab.model.settings import no_devices
from ember.support.diagnostics import CompileError
from ember.support.target import Target
from ember.tools import format_command
from ember.tools.session import guarded


def test_missing_llvm() -> None:
    problem = _unusable("llvmlite carries LLVM 20, not 22")
    assert str(problem) == (
        "error[missing-llvm]: llvmlite carries LLVM 20, not 22; install llvmlite 0.50"
    )


def test_no_offload() -> None:
    with pytest.raises(CompileError) as caught:
        no_devices(None)
    assert str(caught.value) == "error[no-offload]: kernels cannot be compiled from here"


def test_link_failed(tmp_path: Path) -> None:
    with pytest.raises(CompileError) as caught:
        link_executable([b"this is no object"], tmp_path / "program")
    assert str(caught.value).startswith(f"error[link-failed]: linking '{tmp_path}/program' failed:")


def test_out_of_memory(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> int:
        raise MemoryError

    assert guarded(fail, []) == 1
    assert capsys.readouterr().err == ("ember: error[out-of-memory]: there is not enough memory\n")


def test_system(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> int:
        raise OSError(errno.ENOSPC, "No space left on device", "big.o")

    assert guarded(fail, []) == 1
    assert capsys.readouterr().err == "ember: error[system]: big.o: No space left on device\n"


def test_nested_too_deeply(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> int:
        raise RecursionError

    assert guarded(fail, []) == 1
    assert "error[nested-too-deeply]: the program is nested too deeply" in capsys.readouterr().err


def test_format_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> str:
        raise format_command.FormatFault("the result means something else")

    monkeypatch.setattr(format_command, "format_source", fail)
    (tmp_path / "odd.mojo").write_text("def main():\n    pass\n")
    shown = command_output(["format", "odd.mojo"], tmp_path, capfd)
    assert shown.splitlines()[0] == (
        "error[format-fault]: cannot format 'odd.mojo': the result means something else;"
        " it was left as it is"
    )


def test_missing_library_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    library = tmp_path / "lib" / "std"
    library.mkdir(parents=True)
    (library / "prelude.mojo").write_text("")
    (tmp_path / "hello.mojo").write_text("def main():\n    var n = 3\n    print(n)\n")
    monkeypatch.setattr("ember.elaborating.LIBRARY", tmp_path / "lib")
    assert "error[missing-library-name]: the library" in diagnosis(tmp_path / "hello.mojo")


def test_not_simulated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Target, "simulates", True)
    text = 'def main():\n    llvm_intrinsic["llvm.nvvm.nothing", NoneType]()\n'
    (tmp_path / "kernel.mojo").write_text(f"from std.sys import llvm_intrinsic\n\n{text}")
    assert diagnosis(tmp_path / "kernel.mojo").startswith(
        "kernel.mojo:4:5: error[not-simulated]: the simulated device has no 'llvm.nvvm.nothing'"
    )


def test_bad_module_name() -> None:
    with pytest.raises(CompileError) as caught:
        _check_name("my-module.mojo")
    assert str(caught.value).startswith("error[bad-module-name]: 'my-module' is not a name")
