"""`EMBER_SIM_CHECK=1`: what the simulated device finds in wrong kernels, and that it finds nothing in right ones."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent


TWICE = """
from std.gpu.host import DeviceBuffer, DeviceContext

def main() raises:
    var ctx = DeviceContext()
    var p = ctx.enqueue_create_buffer[DType.float32](100).take_ptr()
    var one = DeviceBuffer[DType.float32](ctx, p, 100, owning=True)
    var two = DeviceBuffer[DType.float32](ctx, p, 100, owning=True)
    print(len(one), len(two))
"""
FAR = """
from std.gpu import global_idx
from std.gpu.host import DeviceContext

def behind(p: UnsafePointer[Float32, MutAnyOrigin]):
    p[Int(global_idx.x)] = 1

def before(p: UnsafePointer[Float32, MutAnyOrigin]):
    p[-64 * Int(global_idx.x)] = 1

def main() raises:
    var ctx = DeviceContext()
    var small = ctx.enqueue_create_buffer[DType.float32](100)
    try:
        ctx.enqueue_function[behind](small, grid_dim=100, block_dim=1024)
    except e:
        print(e)
    try:
        ctx.enqueue_function[before](small, grid_dim=1, block_dim=1024)
    except e:
        print(e)
    var numbers = List[Int]()
    for i in range(100000):
        numbers.append(i)
    print(len(numbers), len(small))
"""


def run(path: Path, checked: bool = True) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), "EMBER_DEVICE": "sim"}
    if checked:
        environment["EMBER_SIM_CHECK"] = "1"
    command = [sys.executable, "-m", "ember", "run", str(path)]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)


@pytest.mark.parametrize("name", ["checks", "checks_waiting"])
def test_wrong_kernels_are_found(name: str) -> None:
    done = run(HERE / f"{name}.mojo")
    assert done.returncode == 0, done.stderr
    expected = (HERE / f"{name}.out").read_text().splitlines()
    found = [line.replace(f"{HERE}/", "") for line in done.stdout.splitlines()]
    assert found == expected


@pytest.mark.parametrize(
    "name",
    ["reductions", "warps", "atomics", "copies", "matrices", "clusters", "talk_tiles_2025"]
    + ["turns", "shared_structs"],
)
def test_right_kernels_pass(name: str) -> None:
    program = HERE / "programs" / f"{name}.mojo"
    done = run(program)
    assert done.returncode == 0, done.stderr
    assert done.stdout == program.with_suffix(".out").read_text()


def test_memory_that_is_given_back_twice(tmp_path: Path) -> None:
    (tmp_path / "twice.mojo").write_text(TWICE)
    done = run(tmp_path / "twice.mojo")
    assert done.returncode != 0
    assert "memory of the device is given back that is not in use" in done.stdout + done.stderr


def test_a_kernel_cannot_damage_the_host(tmp_path: Path) -> None:
    """Without the checks, too: far outside a buffer there is nothing, and the report has kernel and thread."""
    (tmp_path / "far.mojo").write_text(FAR)
    done = run(tmp_path / "far.mojo", checked=False)
    assert done.returncode == 0, done.stderr
    behind, before, rest = done.stdout.splitlines()
    assert behind.startswith("kernel 'behind': CUDA_ERROR_ILLEGAL_ADDRESS")
    assert "thread (0, 0, 0)" in behind
    assert before.startswith("kernel 'before': CUDA_ERROR_ILLEGAL_ADDRESS")
    assert before.endswith("in block (0, 0, 0), thread (257, 0, 0)")
    assert rest == "100000 100"
