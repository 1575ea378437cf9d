"""What a layout knows at compile time folds: an element is an address computation with constants and a load."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

REPOSITORY = Path(__file__).parent.parent.parent

PROGRAM = """
from layout import Layout, LayoutTensor

comptime f32 = DType.float32
comptime matrix = Layout.row_major(8, 12)
comptime blocked = Layout(((2, 4), (4, 4)), ((4, 32), (1, 8)))


@export
def element(t: LayoutTensor[f32, matrix, MutAnyOrigin], i: Int, j: Int) -> Float32:
    return t[i, j]


def third[layout: Layout](t: LayoutTensor[f32, layout, _], i: Int, j: Int) -> Float32:
    return t.tile[2, 4](i, j).vectorize[1, 4]()[1, 0][2]


@export
def in_tile(t: LayoutTensor[f32, matrix, MutAnyOrigin], i: Int, j: Int) -> Float32:
    return third(t, i, j)


@export
def in_block(t: LayoutTensor[f32, blocked, MutAnyOrigin], i: Int, j: Int) -> Float32:
    return t[i, j]


@export
def constant(t: LayoutTensor[f32, matrix, MutAnyOrigin]) -> Float32:
    return t.distribute[Layout.row_major(4, 4)](5)[1, 2]


def main():
    pass
"""


def test_indexing_folds(tmp_path: Path) -> None:
    path = tmp_path / "folding.mojo"
    path.write_text(PROGRAM)
    command = [sys.executable, "-m", "ember", "build", "--emit", "llvm-opt", str(path), "-o", "-"]
    done = subprocess.run(command, cwd=REPOSITORY, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    bodies = dict(re.findall(r"^define [^@]*@(\w+)\(.*?\{\n(.*?)^\}", done.stdout, re.M | re.S))
    for name in ("element", "in_tile", "in_block", "constant"):
        body = bodies[name]
        assert body.count(" load ") == 1, body
        assert not re.search(r" (call|udiv|urem|sdiv|srem|br|alloca|store) ", body), body
    assert len(re.findall(r" (?:mul|shl) ", bodies["element"])) == 1
    assert not re.search(r" (mul|shl|add) ", bodies["constant"])
