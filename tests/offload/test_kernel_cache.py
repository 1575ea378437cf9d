"""Kernels kept between compilations: one that two programs launch is compiled once."""

from __future__ import annotations

from pathlib import Path

from ember.compiler import Compilation
from ember.support.cache import Cache
from ember.support.deep_stack import run_with_deep_stack
from ember.support.options import Options

KERNELS = """
from std.gpu import global_idx

comptime Floats = UnsafePointer[Float32, MutAnyOrigin]

def scale(data: Floats, factor: Float32, size: Int):
    if global_idx.x < size:
        data[global_idx.x] *= factor
"""
FIRST = """
from kernels import scale
from std.gpu.host import DeviceContext

def main() raises:
    var ctx = DeviceContext()
    var data = ctx.enqueue_create_buffer[DType.float32](8)
    ctx.enqueue_function[scale](data, 2.0, 8, grid_dim=1, block_dim=8)
"""
SECOND = """
from kernels import Floats, scale
from std.gpu.host import DeviceContext

def other(data: Floats):
    data[0] = 1

def main() raises:
    print("another program")
    var ctx = DeviceContext()
    var numbers = ctx.enqueue_create_buffer[DType.float32](100)
    ctx.enqueue_function[other](numbers, grid_dim=1, block_dim=1)
    ctx.enqueue_function[scale](numbers, 3.0, 100, grid_dim=1, block_dim=128)
"""


def test_a_second_program_finds_the_kernel(tmp_path: Path) -> None:
    (tmp_path / "kernels.mojo").write_text(KERNELS)
    cache = Cache(tmp_path / "cache")
    facts = []
    for name, text in (("first", FIRST), ("second", SECOND)):
        path = tmp_path / f"{name}.mojo"
        path.write_text(text)
        compilation = Compilation(str(path), Options(accelerator="sm_90a"), None, cache)
        run_with_deep_stack(compilation.elaborate)
        facts.append(compilation.trace.stages["device-llvm"].facts)
    assert facts[0]["kernels"] == 1
    assert facts[0].get("cache hits", 0) == 0
    assert facts[1]["kernels"] == 2
    assert facts[1]["cache hits"] == 1
