"""`ember build --emit tree` and `--emit lit` show a file as it stands, before anything is looked up."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

KERNEL = """
@compiler.register("mo.add")
struct Add(ElementwiseBinaryOp):
    @staticmethod
    fn elementwise[width: Int](lhs: SIMD[DType.float32, width], rhs: SIMD[DType.float32, width]) -> Int:
        return 0
"""


def test_a_kernel_struct_of_the_talks(tmp_path: Path) -> None:
    source = tmp_path / "add.mojo"
    source.write_text(KERNEL)
    command = [sys.executable, "-m", "ember", "build", "--emit", "lit", str(source), "-o", "-"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert 'lit.struct.decl "Add"' in done.stdout
    assert 'lit.decorator "compiler.register"' in done.stdout
    assert "kgen.generator @elementwise" in done.stdout


def test_the_syntax_tree(tmp_path: Path) -> None:
    source = tmp_path / "main.mojo"
    source.write_text("def main():\n    print(1 + 2)\n")
    command = [sys.executable, "-m", "ember", "build", "--emit", "tree", str(source)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "FunctionDecl name='main'" in done.stdout
    assert "Binary(op='+', left=1, right=2)" in done.stdout
