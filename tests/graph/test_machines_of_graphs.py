"""Native code of graphs needs nothing of a machine but its C library: products, rows and elements, in every kind of float."""

from __future__ import annotations

import ctypes
from pathlib import Path

import pytest

from ember.compiler import Compilation
from ember.dtype import DType
from ember.graph import DeviceRef, Graph, TensorType, ops
from ember.graph.compile import translate
from ember.graph.mojo_source.kernel import KernelSource
from ember.support.cache import default_cache
from ember.support.elf import undefined_symbols
from ember.support.options import Options
from ember.support.target import Target
from tests.codegen.test_machines import MACHINES

C_LIBRARIES = [ctypes.CDLL(name) for name in ("libc.so.6", "libm.so.6")]


@pytest.fixture(scope="module")
def kernels() -> list[KernelSource]:
    """The files of a graph in three kinds of floats; the last is the program of the host."""
    cpu = DeviceRef.CPU()
    types = [TensorType(dtype, ("n", 64), cpu) for dtype in (DType.bfloat16, DType.float16)]
    with Graph("machines", input_types=[*types, TensorType(DType.float32, (64, 32), cpu)]) as graph:
        a, b, weights = (value.tensor for value in graph.inputs)
        product = ops.relu(ops.cast(a, DType.float32) @ weights)
        graph.output(ops.softmax(product), ops.gelu(b) * b, ops.cast(a * a + 1, DType.float16))
    return list(translate(graph.op, graph.kernel_library).files.values())


@pytest.mark.parametrize("target", MACHINES, ids=lambda target: target.cpu)
def test_only_the_c_library_is_needed(
    kernels: list[KernelSource], target: Target, tmp_path: Path
) -> None:
    assert len(kernels) > 3
    for source in kernels:
        path = tmp_path / f"{source.name}.mojo"
        path.write_text(source.text)
        include = [Path(folder) for folder in source.include]
        options = Options(needs_main=False, include=include, target=target, jobs=1)
        found = undefined_symbols(Compilation(str(path), options, cache=default_cache()).objects())
        own = {other.name for other in kernels}
        assert [name for name in found - own if not _is_of_c(name)] == [], source.name


def _is_of_c(name: str) -> bool:
    return any(hasattr(library, name) for library in C_LIBRARIES)
