"""`ember package`: the modules of a folder as one file, imported by programs, used by graphs, refused when damaged."""

from __future__ import annotations

import hashlib
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest

from ember.dtype import DType
from ember.engine import InferenceSession
from ember.graph import DeviceRef, Graph, TensorType, ops
from ember.support.packages import PackageError, unpacked

KERNELS = """
import extensibility
from extensibility import ElementwiseUnaryOp
from .numbers import FACTOR

@extensibility.register("packaged_scale")
struct Scale(ElementwiseUnaryOp):
    @staticmethod
    def elementwise[dtype: DType, width: Int](x: SIMD[dtype, width]) -> SIMD[dtype, width]:
        return x * Scalar[dtype](FACTOR)

def scaled(number: Int) -> Int:
    return number * FACTOR
"""
PROGRAM = """
from scaling import scaled
from scaling.numbers import FACTOR

def main():
    print(scaled(5), FACTOR)
"""


def ember(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ember", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=300)


def make_folder(place: Path, factor: int) -> Path:
    folder = place / "sources" / "scaling"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "__init__.mojo").write_text(KERNELS)
    (folder / "numbers.mojo").write_text(f"comptime FACTOR = {factor}\n")
    return folder


def test_programs_import_a_package(tmp_path: Path) -> None:
    """It lies beside the program, or where -I says; a new one takes the old one's place."""
    (tmp_path / "main.mojo").write_text(PROGRAM)
    package = tmp_path / "scaling.mojopkg"
    for factor in (3, 4):
        made = ember("package", make_folder(tmp_path, factor), "-o", package)
        assert made.returncode == 0 and "which registers packaged_scale" in made.stderr
        ran = ember("run", tmp_path / "main.mojo")
        assert ran.stdout == f"{5 * factor} {factor}\n", ran.stderr
    (tmp_path / "lib").mkdir()
    package.rename(tmp_path / "lib" / "scaling.mojopkg")
    assert "cannot find a module named 'scaling'" in ember("run", tmp_path / "main.mojo").stderr
    ran = ember("run", "-I", tmp_path / "lib", tmp_path / "main.mojo")
    assert ran.stdout == "20 4\n", ran.stderr


def test_graphs_use_a_package(tmp_path: Path) -> None:
    """Its kernels fuse like those of a folder."""
    package = tmp_path / "scaling.mojopkg"
    assert ember("package", make_folder(tmp_path, 3), "-o", package).returncode == 0
    cpu = DeviceRef.CPU()
    with Graph("g", input_types=[TensorType(DType.float32, ["n"], cpu)], custom_extensions=[package]) as graph:  # fmt: skip
        x = graph.inputs[0].tensor
        graph.output(ops.custom("packaged_scale", cpu, [x + 1], [x.type])[0])
    model = InferenceSession().load(graph)
    assert model.kernel_summaries == ["add, packaged_scale"]
    (found,) = model.execute(np.array([1, 2], np.float32))
    assert found.to_numpy().tolist() == [6, 9]


def test_damaged_packages(tmp_path: Path) -> None:
    package = tmp_path / "scaling.mojopkg"
    assert ember("package", make_folder(tmp_path, 3), "-o", package).returncode == 0
    whole = package.read_bytes()
    (tmp_path / "main.mojo").write_text(PROGRAM)
    for data, words in (
        (whole[:-3], "damaged or cut off"),
        (b"hello", "is no package"),
        (whole[:8] + b"\x09" + whole[9:], "has the form 9"),
    ):
        package.write_bytes(data)
        with pytest.raises(PackageError, match=words):
            unpacked(package)
        ran = ember("run", tmp_path / "main.mojo")
        assert ran.returncode == 1 and words in ran.stderr and "main.mojo:2:1: error" in ran.stderr
        with pytest.raises(ValueError, match=words):
            Graph("g", input_types=[], custom_extensions=[package])


@pytest.mark.parametrize(
    "texts", ['{"../outside.mojo": ""}', '{"/outside.mojo": ""}', '{"a.mojo": 1}', "[1]", "{"]
)
def test_packages_made_by_others(tmp_path: Path, texts: str) -> None:
    """Whatever is in a file with a right checksum, nothing is written outside of the cache's own folder for it."""
    rest = zlib.compress(texts.encode())
    package = tmp_path / "made.mojopkg"
    package.write_bytes(
        b"EMBERPKG" + (1).to_bytes(4, "little") + hashlib.sha256(rest).digest() + rest
    )
    with pytest.raises(PackageError, match="does not hold modules"):
        unpacked(package)


def test_what_cannot_be_packed(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    refused = ember("package", tmp_path / "empty", "-o", tmp_path / "empty.mojopkg")
    assert refused.returncode == 1 and "'__init__.mojo'" in refused.stderr
    folder = make_folder(tmp_path, 3)
    refused = ember("package", folder, "-o", tmp_path / "a-b.mojopkg")
    assert refused.returncode == 1 and "cannot be imported" in refused.stderr
    (folder / "numbers.mojo").write_text("def broken(:\n")
    refused = ember("package", folder, "-o", tmp_path / "scaling.mojopkg")
    assert refused.returncode == 1 and "numbers.mojo:1" in refused.stderr
    assert not (tmp_path / "scaling.mojopkg").exists()
