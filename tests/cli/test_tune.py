"""`ember tune`: ways are measured, the best is kept, and later compilations take it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ember.support.options import Options
from ember.support.tiles import Cut, keep_cut, tuned_cuts

PROGRAM = """\
from linalg._tensor_cores import _for_weights


def main():
    comptime tiles = _for_weights(40, 72)
    print(tiles.columns, tiles.stages, tiles.spread, tiles.groups)
"""


def ember(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"EMBER_CACHE_DIR": str(folder), "EMBER_DEVICE": "sim"}
    return subprocess.run(
        [sys.executable, "-m", "ember", *arguments], env=environment, capture_output=True, text=True
    )


def test_the_best_way_is_kept_and_used(tmp_path: Path) -> None:
    done = ember(tmp_path, "tune", "40x72", "--rows", "2", "--count", "2")
    assert done.returncode == 0, done.stderr
    assert "1 of 2" in done.stdout and "2 of 2" in done.stdout and "best:" in done.stdout
    (cut,) = (Cut(*map(int, line.split())) for line in (tmp_path / "tiles-sim.txt").read_text().splitlines())  # fmt: skip
    assert cut[:2] == (40, 72)
    assert ember(tmp_path, "tune", "--list").stdout.startswith("40x72 on sim: tiles of ")
    other = cut._replace(tile=128, stages=2, blocks=1, groups=1)
    (tmp_path / "tiles-sim.txt").write_text(" ".join(map(str, other)))
    program = tmp_path / "program.mojo"
    program.write_text(PROGRAM)
    assert ember(tmp_path, "run", str(program)).stdout == "128 2 1 1\n"
    assert ember(tmp_path, "tune", "--clear").returncode == 0
    assert ember(tmp_path, "run", str(program)).stdout != "128 2 1 1\n"


def test_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("EMBER_CACHE_DIR", str(tmp_path))
    plain = Options(accelerator="sm_90a").cache_text()
    keep_cut("sm_90a", Cut(64, 64, 32, 2, 1, 1))
    keep_cut("sm_90a", Cut(8, 64, 32, 2, 1, 1))
    keep_cut("sm_90a", Cut(64, 64, 64, 2, 1, 1))
    assert tuned_cuts("sm_90a") == [Cut(8, 64, 32, 2, 1, 1), Cut(64, 64, 64, 2, 1, 1)]
    assert Options(accelerator="sm_90a").cache_text() != plain
    assert Options().defines == {}
    (tmp_path / "tiles-sim.txt").write_bytes(b"\xff\x00 nonsense\n1 2 3\n")
    assert tuned_cuts("sim") == []


@pytest.mark.parametrize("wrong", ["4096", "4096x", "ax3", "0x8", "12x16"])
def test_weights_that_are_none(tmp_path: Path, wrong: str) -> None:
    done = ember(tmp_path, "tune", wrong)
    assert done.returncode == 2 and "Traceback" not in done.stderr and wrong in done.stderr


def test_no_weight(tmp_path: Path) -> None:
    done = ember(tmp_path, "tune")
    assert done.returncode == 1 and "which weights?" in done.stderr
