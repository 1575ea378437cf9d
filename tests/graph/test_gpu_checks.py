"""`EMBER_SIM_CHECK=1` and graphs: kernels of the library and those that graphs are made of run clean, a wrong one is named with its line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent.parent

SCRIPT = """
import numpy as np
from ember.driver import Accelerator, Buffer
from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph, TensorType, ops

gpu = DeviceRef.GPU()
session = InferenceSession(devices=[Accelerator()])
types = [TensorType(DType.float32, (4, 8), gpu), TensorType(DType.float32, (8, 16), gpu)]
x, y = np.arange(32, dtype="f4").reshape(4, 8) / 32, np.ones((8, 16), dtype="f4")
"""
RIGHT = """
with Graph("right", input_types=types) as graph:
    a, b = (value.tensor for value in graph.inputs)
    graph.output(ops.softmax(ops.relu(a @ b) + 1.0), a * 2.0)
model = session.load(graph)
rows, twice = model.execute(x, Buffer.from_numpy(y).to(Accelerator()))
assert np.allclose(rows.to_numpy(), 1 / 16)
again, _ = model.execute(twice, y)  # a buffer that a model has made
assert np.allclose(again.to_numpy(), 1 / 16)
print("clean")
"""
WRONG = """
with Graph("wrong", input_types=types, custom_extensions=["kernels"]) as graph:
    a, b = (value.tensor for value in graph.inputs)
    graph.output(ops.custom("test.reverse", gpu, [a], [a.type])[0])
session.load(graph).execute(x, y)[0].to_numpy()
print("not found")
"""
KERNELS = """\
import extensibility
from extensibility import InputTensor, OutputTensor
from max.gpu import thread_idx
from max.gpu.host import DeviceContext
from max.gpu.memory import AddressSpace
from std.memory import stack_allocation


def _reverse(result: UnsafePointer[Float32, MutAnyOrigin], x: UnsafePointer[Float32, MutAnyOrigin]):
    var row = stack_allocation[32, Float32, address_space=AddressSpace.SHARED]()
    var i = Int(thread_idx.x)
    row[i] = x[i]
    result[i] = row[31 - i]  # nobody has waited


@extensibility.register("test.reverse")
struct _Reverse:
    @staticmethod
    def execute[
        target: StaticString
    ](output: OutputTensor, x: InputTensor, ctx: DeviceContext) raises:
        var result = output.unsafe_ptr().bitcast[Float32]().unsafe_origin_cast[MutAnyOrigin]()
        var given = x.unsafe_ptr().bitcast[Float32]().unsafe_mut_cast[True]().unsafe_origin_cast[MutAnyOrigin]()
        ctx.enqueue_function[_reverse](result, given, grid_dim=1, block_dim=32)
"""


def run(text: str, folder: Path) -> subprocess.CompletedProcess[str]:
    path = str(REPOSITORY)
    environment = os.environ | {"EMBER_DEVICE": "sim", "EMBER_SIM_CHECK": "1", "PYTHONPATH": path}
    command = [sys.executable, "-c", SCRIPT + text]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=900
    )


def test_right_kernels_run_clean(tmp_path: Path) -> None:
    done = run(RIGHT, tmp_path)
    assert (done.returncode, done.stdout) == (0, "clean\n"), done.stderr


def test_a_wrong_kernel_is_named(tmp_path: Path) -> None:
    (tmp_path / "kernels").mkdir()
    (tmp_path / "kernels" / "__init__.mojo").write_text(KERNELS)
    done = run(WRONG, tmp_path)
    assert done.returncode == 1, done.stdout
    line = 1 + KERNELS[: KERNELS.index("# nobody")].count("\n")
    told = done.stderr.splitlines()[-1]
    assert told.startswith("RuntimeError: the model 'wrong': kernel '_reverse': "), done.stderr
    assert "a data race" in told
    assert f"__init__.mojo:{line}:" in told
