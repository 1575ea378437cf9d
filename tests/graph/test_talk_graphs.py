"""The slides' IR of one model in each dialect: each text is read, printed, read again, compiled and run."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from talk_listings import FUSED_KERNEL, HOST_PROGRAM, MATMUL_BIAS_RELU, MATMUL_KERNEL

from ember.dialects import mogg
from ember.engine import InferenceSession
from ember.graph.api.kernels import KernelLibrary
from ember.graph.command import emit
from ember.graph.compile import Stages, translate
from ember.graph.text import graphs_of_file
from ember.ir.nodes import Op
from ember.ir.printer import print_op

A = np.arange(6, dtype=np.float32).reshape(2, 3) - 2
B = np.arange(12, dtype=np.float32).reshape(3, 4) / 3 - 2
BIAS = np.array(0.5, np.float32)
SIZES = {"M": "%1", "K": "%2", "N": "%7"}


def read(folder: Path, text: str) -> Op:
    """The last graph of a text, the same when its print is read again."""
    path = folder / "model.mlir"
    path.write_text(text)
    module = graphs_of_file(path)
    path.write_text(print_op(module))
    assert print_op(graphs_of_file(path)) == print_op(module)
    graph = module.regions[0].last
    assert graph is not None
    return graph


def run(folder: Path, generated: str, *inputs: np.ndarray) -> np.ndarray:
    """What the model of the file gives, as native code."""
    target = folder / "model.mef"
    emit(str(folder / "model.mlir"), "mef", "", str(target), False, lambda name, text: text, generated)  # fmt: skip
    return InferenceSession().load(target).execute(*inputs)[0].to_numpy()


def stages_of(folder: Path, text: str) -> Stages:
    return translate(read(folder, text), KernelLibrary())


def test_the_product_as_a_kernel(tmp_path: Path) -> None:
    read(tmp_path, MATMUL_KERNEL)
    assert np.allclose(run(tmp_path, "", A, B), A @ B)


def test_the_fused_kernel_is_what_we_make_of_the_graph(tmp_path: Path) -> None:
    ours = stages_of(tmp_path, MATMUL_BIAS_RELU)
    theirs = stages_of(tmp_path, FUSED_KERNEL)
    assert np.allclose(run(tmp_path, "", A, B, BIAS), np.maximum(A @ B + BIAS, 0))
    forms = []
    for stages in (ours, theirs):
        (kernel,) = [op for op in stages.mogg.walk() if isinstance(op, mogg.Kernel)]
        forms.append([(op.op_name, op.attrs.get("kernel")) for op in kernel.walk()])
    said = ("mogg.tensor.shape", None), ("mogg.device_context_placeholder", None)
    assert [form for form in forms[1] if form not in said] == forms[0]


def test_the_host_program(tmp_path: Path) -> None:
    (kernel,) = stages_of(tmp_path, FUSED_KERNEL).host.kernels.values()
    (tmp_path / f"{kernel.name}.mojo").write_text(kernel.text)
    sizes = ", ".join(SIZES[name] for name in kernel.sizes)
    read(tmp_path, HOST_PROGRAM.replace("KERNEL", kernel.name).replace("SIZES", sizes))
    assert np.allclose(run(tmp_path, str(tmp_path), A, B, BIAS), np.maximum(A @ B + BIAS, 0))
    with pytest.raises(ValueError, match="A has as many columns as B has rows"):
        run(tmp_path, str(tmp_path), A, B[:2].copy(), BIAS)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("%14 = index.mul %13, %idx4", "%14 = index.mul %13, %1", "needs .* bytes and gets"),
        ("index.mul %1, %7", "index.mul %1, %77", "there is no value %77"),
        (": <?x?xf32>\n   %1 =", ": <?x?xf64>\n   %1 =", "has type !mgp.tensor<\\?x\\?xf32>"),
        ("cmp eq", "cmp lt", "'pop.cmp' .* is not understood"),
        ("<?x?xf32>", "<?xyxf32>", "expected sizes and an element type"),
    ],
)
def test_host_programs_that_cannot_be(tmp_path: Path, old: str, new: str, words: str) -> None:
    text = HOST_PROGRAM.replace("KERNEL", "k").replace("SIZES", "%1, %2, %7").replace(old, new)
    with pytest.raises(Exception, match=words):
        stages_of(tmp_path, text)
