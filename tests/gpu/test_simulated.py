"""Kernels on the simulated device: programs with their output, and launches that do not compile."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent
PROGRAMS = sorted((HERE / "programs").glob("*.mojo"))


def ember(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ember", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "EMBER_DEVICE": "sim"}
    return subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=600
    )


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)
def test_program(program: Path, request: pytest.FixtureRequest) -> None:
    done = ember("run", program)
    expected = program.with_suffix(".out")
    if request.config.getoption("--update"):
        expected.write_text(done.stdout)
    assert done.returncode == 0, done.stderr
    assert done.stdout == expected.read_text()


HEADER = """
from std.gpu import thread_idx
from std.gpu.host import DeviceContext

def kernel(data: UnsafePointer[Float32, MutAnyOrigin], size: Int):
    data[thread_idx.x] = Float32(size)

def takes_list(data: List[Int]):
    pass

def main() raises:
    var ctx = DeviceContext()
    var floats = ctx.enqueue_create_buffer[DType.float32](4)
    var ints = ctx.enqueue_create_buffer[DType.int32](4)
"""

WRONG = {
    "ctx.enqueue_function[kernel](floats, grid_dim=1, block_dim=1)": (
        "the kernel 'kernel' takes 2 arguments, but 1 are given"
    ),
    "ctx.enqueue_function[kernel](floats, 4, 5, grid_dim=1, block_dim=1)": (
        "the kernel 'kernel' takes 2 arguments, but 3 are given"
    ),
    "ctx.enqueue_function[kernel](ints, 4, grid_dim=1, block_dim=1)": (
        "the argument 'data' of the kernel 'kernel' is of type"
    ),
    'ctx.enqueue_function[kernel](floats, "4", grid_dim=1, block_dim=1)': (
        "the argument 'size' of the kernel 'kernel' is of type"
    ),
    "ctx.enqueue_function[kernel](floats, 4.5, grid_dim=1, block_dim=1)": (
        "the argument 'size' of the kernel 'kernel' is of type"
    ),
    "ctx.enqueue_function[takes_list](List[Int](), grid_dim=1, block_dim=1)": (
        "the argument 'data' of 'takes_list' is a 'List[Int]', which cannot be passed to a device"
    ),
    "print(thread_idx.x)": "'thread_idx' has a meaning in kernels only",
}


@pytest.mark.parametrize("call", WRONG, ids=range(len(WRONG)))
def test_a_wrong_launch_does_not_compile(call: str, tmp_path: Path) -> None:
    path = tmp_path / "wrong.mojo"
    path.write_text(HEADER + f"    {call}\n")
    done = ember("build", "--no-warn", "all", "--emit", "kgen", path, "-o", tmp_path / "wrong.txt")
    assert done.returncode == 1
    first = done.stderr.splitlines()[0]
    line = HEADER.count("\n") + 1
    assert first.startswith(f"{path}:{line}:"), done.stderr
    assert WRONG[call] in first, done.stderr


def test_every_program_is_accepted_for_gpus(tmp_path: Path) -> None:
    """The same sources become PTX: what the simulator runs is what a GPU gets."""
    program = HERE / "programs" / "reductions.mojo"
    command = ("build", "--target-accelerator", "sm_90a", "--emit", "ptx", program)
    done = ember(*command, "-o", tmp_path / "out.ptx")
    assert done.returncode == 0, done.stderr
    texts = [path.read_text() for path in sorted(tmp_path.glob("*.ptx"))]
    assert len(texts) == 5
    assert any("shfl.sync.bfly" in text and "bar.sync" in text for text in texts)
