"""Runs the kernels of the tests on a real NVIDIA GPU and compares with what the simulated device printed.

    python tests/gpu/device_check.py                  everything on this machine
    python tests/gpu/device_check.py --build FOLDER   only compile: x86_64 assembly with kernels for sm_90a
    python tests/gpu/device_check.py --run FOLDER     only assemble, link (cc) and run what was compiled elsewhere

One line per program: PASS, or FAIL and the first difference. The exit code is the number of failures.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from itertools import zip_longest
from pathlib import Path
from typing import NamedTuple

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
ONLY_SIMULATED = {"guards", "host_errors", "launch_errors", "overrun", "stopped"}
"""Programs whose mistakes would hang or ruin a real device."""


SIMULATED_TOO = ("launch_errors", "stopped", "warps")
"""Programs that check the simulated device on the processor of the machine with the GPU, too."""
FOLDERS = re.compile(r"/(?:[\w.-]+/)+(?=[\w.-]+\.mojo:)")
"""What messages say about where a file is."""
PROCESSOR = "x86_64-unknown-linux-gnu"


class Check(NamedTuple):
    """A program, what it prints, and what its kernels run on."""

    path: Path
    expected: Path
    accelerator: str

    @property
    def name(self) -> str:
        return f"{self.path.stem}.{self.accelerator}"


def checks() -> list[Check]:
    found = [
        Check(path, path.with_suffix(".out"), "sm_90a")
        for folder in ("programs", "device")
        for path in sorted((HERE / folder).glob("*.mojo"))
        if path.stem not in ONLY_SIMULATED
    ]
    example = REPOSITORY / "examples" / "vector_addition.mojo"
    output = REPOSITORY / "tests" / "examples" / "vector_addition.out"
    found.append(Check(example, output, "sm_90a"))
    for stem in SIMULATED_TOO:
        path = HERE / "programs" / f"{stem}.mojo"
        found.append(Check(path, path.with_suffix(".out"), "sim"))
    return found


def ember(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "ember", *map(str, arguments)]
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    environment.pop("EMBER_DEVICE", None)
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)


def build(folder: Path) -> int:
    """Compiles every program for an x86_64 machine with the GPU."""
    folder.mkdir(parents=True, exist_ok=True)
    failures = 0
    for check in checks():
        if check.accelerator == "sim":
            continue  # its switches of stacks can be assembled on the machine itself only
        options = ("--target-triple", PROCESSOR, "--target-accelerator", check.accelerator)
        target = folder / f"{check.name}.s"
        done = ember(
            "build", "--no-warn", "all", "--emit", "asm", *options, check.path, "-o", target
        )
        if done.returncode != 0:
            failures += 1
            print(f"FAIL {check.name}: {done.stderr.strip().splitlines()[0]}")
    return failures


def link_and_run(check: Check, folder: Path) -> subprocess.CompletedProcess[str]:
    """Runs a program that was compiled elsewhere."""
    executable = Path(tempfile.gettempdir()) / f"ember-check-{check.name}"
    source = str(folder / f"{check.name}.s")
    command = ["cc", source, "-o", str(executable), "-lm", "-ldl", "-lpthread"]
    linked = subprocess.run(command, capture_output=True, text=True)
    if linked.returncode != 0:
        return linked
    return subprocess.run([str(executable)], capture_output=True, text=True, timeout=300)


def run(folder: Path | None) -> int:
    """Runs every program; says which print what they should."""
    failures = 0
    for check in checks():
        if folder is not None and not (folder / f"{check.name}.s").exists():
            continue
        try:
            if folder is not None:
                done = link_and_run(check, folder)
            else:
                done = ember("run", "--target-accelerator", check.accelerator, check.path)
        except subprocess.TimeoutExpired:
            failures += 1
            print(f"FAIL {check.name}: it does not end")
            continue
        difference = first_difference(FOLDERS.sub("", done.stdout), check.expected.read_text())
        if done.returncode == 0 and not difference:
            print(f"PASS {check.name}")
            continue
        failures += 1
        reason = done.stderr.strip().splitlines() if done.returncode != 0 else []
        print(f"FAIL {check.name}: {' / '.join(reason[:3])} {difference}")
    return failures


def first_difference(got: str, expected: str) -> str:
    lines = zip_longest(got.splitlines(), expected.splitlines(), fillvalue="(nothing)")
    for number, (line, wanted) in enumerate(lines, 1):
        if line != wanted:
            return f"line {number} is {line!r}, not {wanted!r}"
    return ""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--build", type=Path, metavar="FOLDER")
    parser.add_argument("--run", type=Path, metavar="FOLDER")
    arguments = parser.parse_args()
    if arguments.build is not None:
        return build(arguments.build)
    return run(arguments.run)


if __name__ == "__main__":
    sys.exit(main())
