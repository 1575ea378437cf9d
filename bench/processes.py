"""Runs commands and says what they cost: processor time, wall time and memory, of the command and all it started."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from typing import IO, NamedTuple


class Cost(NamedTuple):
    """What one run took. `cpu`: user and system seconds; `rss`: the largest process, in MiB."""

    user: float
    system: float
    wall: float
    rss: float
    output: str

    @property
    def cpu(self) -> float:
        return self.user + self.system


def run(command: Sequence[str], environment: Mapping[str, str] | None = None) -> Cost:
    """Runs a command to its end; a failure ends the benchmark with what the command said."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        start = time.perf_counter()
        process = subprocess.Popen(
            command, env=environment, stdin=subprocess.DEVNULL, stdout=out, stderr=err
        )
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output, errors = (_text(file) for file in (out, err))
    if process.returncode != 0:
        sys.exit(f"{' '.join(command)} ended with {process.returncode}:\n{errors[-4000:]}")
    return Cost(usage.ru_utime, usage.ru_stime, wall, usage.ru_maxrss / 1024, output)


def _text(file: IO[bytes]) -> str:
    file.seek(0)
    return file.read().decode("utf-8", "replace")


def machine() -> str:
    """The processor's name, where the system tells, and how many of them there are."""
    name = os.uname().machine
    try:
        listed = subprocess.run(["lscpu"], capture_output=True, text=True, check=True).stdout
        name = next(
            line.split(":", 1)[1].strip() for line in listed.splitlines() if "Model name" in line
        )
    except (OSError, subprocess.CalledProcessError, StopIteration):
        pass
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} x {name}, load {load:.1f}"
