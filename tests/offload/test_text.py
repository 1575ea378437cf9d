"""The talk's module, as text: read, its kernel sliced out and compiled, and printed with the kernel's code."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.offload.test_offload import SCALE, ember, program

SLIDE = """
module attributes {M.target_info = #M.target<triple = "arm64-apple-darwin23.6.0", arch = "apple-m2">, kgen.env = #kgen.env<{}>} {
  kgen.generator @hello() -> !kgen.none {
    %none = kgen.param.constant none = <#kgen.none>
    kgen.return %none : !kgen.none
  }
  kgen.generator export @entry(%arg0: !kgen.pointer<none>) {
    kgen.param.declare nvptx: target = <#kgen.target<triple = "nvptx64-nvidia-cuda", arch = "sm_80", simd_bit_width = 128, index_bit_width = 64, tune_cpu = "sm_80">>
    %0:2 = kgen.compile_offload<nvptx, 0, "", :() -> !kgen.none @hello> -> !kgen.string, index
    kgen.call @launch_kernel(%0#0, %0#1) : (!kgen.string, index) -> !kgen.none
    kgen.return
  }
}
"""


def opt(folder: Path, text: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    file = folder / "slide.mlir"
    file.write_text(text)
    return ember("opt", *arguments, file, cwd=folder)


def test_the_slide_reads_and_prints(tmp_path: Path) -> None:
    once = opt(tmp_path, SLIDE)
    assert once.returncode == 0, once.stderr
    assert "kgen.param.declare nvptx: target = <#kgen.target<" in once.stdout
    assert 'kgen.compile_offload<nvptx, 0, "", @hello> -> !kgen.string, index' in once.stdout
    assert opt(tmp_path, once.stdout).stdout == once.stdout


def test_the_slide_compiles(tmp_path: Path) -> None:
    shown = ("--print-ir-after", "compile-offload")
    done = opt(tmp_path, SLIDE, "--passes", "compile-offload", *shown)
    assert done.returncode == 0, done.stderr
    assert "kgen.func kernel @hello()" in done.stderr  # the sliced device module
    assert ".visible .entry hello()\\0A{\\0A\\0A\\0A\\09ret;" in done.stdout
    assert "@hello" not in done.stdout and "compile_offload" not in done.stdout
    assert "= <0> : index" in done.stdout


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("@hello>", "@gone>", "there is no function '@gone'"),
        ("<nvptx, 0", "<other, 0", "'other' is no target"),
        ("<nvptx, 0", "<nvptx, 9", "there is no emission kind 9"),
        ("nvptx64-nvidia-cuda", "pdp11", "unknown architecture"),
    ],
)
def test_wrong_text(tmp_path: Path, old: str, new: str, message: str) -> None:
    done = opt(tmp_path, SLIDE.replace(old, new), "--passes", "compile-offload")
    assert done.returncode == 1
    assert message in done.stderr.splitlines()[0], done.stderr


def test_a_program_shows_its_slices(tmp_path: Path) -> None:
    path = program(tmp_path, SCALE + "def main():\n    _ = compiled[fill, 'sm_80']()\n")
    done = ember("build", "--emit", "kgen", "--print-ir-after", "slice-offload", path, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    host, device = done.stderr.split("// after slice-offload")[1:]
    assert "kgen.compile_offload<#kgen.target<" in host and "func export @main" in host
    assert "kgen.func kernel @kernels_fill" in device and "@main" not in device
