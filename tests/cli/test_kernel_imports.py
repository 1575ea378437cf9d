"""`ember/lib/kernels` is a root of imports, after a program's own files; kernels find each other whatever the program is."""

from __future__ import annotations

from pathlib import Path

from conftest import Run

PROGRAM = """from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from linalg.matmul import matmul
from std.utils import Index

def main() raises:
    comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()
    var numbers: List[Float32] = [1, 2, 3, 4]
    var result = List[Float32](length=4, fill=0)
    var a = InputTensor[static_spec=spec](numbers.unsafe_ptr(), Index(2, 2))
    matmul(OutputTensor[static_spec=spec](result.unsafe_ptr(), Index(2, 2)), a, a)
    print(result)
    _ = numbers
"""


def test_a_program_imports_kernels(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "program.mojo").write_text(PROGRAM)
    assert ember("run", "program.mojo").stdout == "[7.0, 10.0, 15.0, 22.0]\n"


def test_own_modules_come_first(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "linalg.mojo").write_text("def matmul() -> Int:\n    return 7\n")
    program = tmp_path / "program.mojo"
    program.write_text("from linalg import matmul\n\ndef main():\n    print(matmul())\n")
    assert ember("run", "program.mojo").stdout == "7\n"


def test_names_that_are_not_imported(ember: Run, tmp_path: Path) -> None:
    (tmp_path / "program.mojo").write_text("def main():\n    batch_matmul(1)\n")
    ran = ember("run", "program.mojo")
    assert ran.returncode == 1
    assert "from linalg import batch_matmul" in ran.stderr
