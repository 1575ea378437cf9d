"""What the library tells the CUDA driver, with a driver of our own in its place: no GPU is needed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
REPOSITORY = HERE.parent.parent


def ember(*arguments: object, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ember", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY), **variables}
    return subprocess.run(
        command, cwd=REPOSITORY, env=environment, capture_output=True, text=True, timeout=600
    )


def test_launches_reach_the_driver(tmp_path: Path) -> None:
    library = tmp_path / "libcuda.so.1"
    source = HERE / "driver" / "fake_driver.mojo"
    built = ember("build", "--emit", "shared-lib", source, "-o", library)
    assert built.returncode == 0, built.stderr
    program = HERE / "driver" / "launches.mojo"
    done = ember("run", "--target-accelerator", "sm_90a", program, LD_LIBRARY_PATH=str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert done.stdout == program.with_suffix(".out").read_text()


def test_no_driver_is_an_error_with_a_reason(tmp_path: Path) -> None:
    (tmp_path / "libcuda.so.1").write_text("not a library")
    program = HERE / "driver" / "launches.mojo"
    done = ember("run", "--target-accelerator", "sm_90a", program, LD_LIBRARY_PATH=str(tmp_path))
    assert done.returncode == 1
    assert "no CUDA device: the driver's library libcuda.so.1" in done.stderr
