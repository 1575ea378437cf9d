"""Kernels with one planted mistake each, and right ones that look suspicious: the checks find all of the former, at the right line,
and nothing in the latter.

`catalogue/wrong*.mojo` say at each wrong line what the report has to contain, `catalogue/right*.mojo` hold the right kernels. The
kernels of a file go into one program, which launches one after the other and prints what the device says.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

HERE = Path(__file__).parent / "catalogue"
REPOSITORY = HERE.parent.parent.parent
_KERNEL = re.compile(
    r"(?:# launch: (?P<grid>\d+), (?P<block>\d+)\n)?(?:# args: (?P<args>[\w, .()]+)\n)?"
    r"def (?P<name>\w+)\(a: Floats, \w+: Floats, n: Ints, index: Ints, fresh: Floats\):\n"
)
_MAIN = """

def main() raises:
    var ctx = DeviceContext()
    var a = ctx.enqueue_create_buffer[DType.float32](256)
    var b = ctx.enqueue_create_buffer[DType.float32](256)
    var n = ctx.enqueue_create_buffer[DType.int32](256)
    var index = ctx.enqueue_create_buffer[DType.int32](256)
    with index.map_to_host() as host:
        for i in range(256):
            host[i] = Int32(i)
    var sub = b.create_sub_buffer[DType.float32](64, 64)
"""
_LAUNCH = """
    _ = a.enqueue_fill(2)
    _ = b.enqueue_fill(0)
    _ = n.enqueue_fill(0)
    var fresh_{name} = ctx.enqueue_create_buffer[DType.float32](256)
    try:
        ctx.enqueue_function[{name}]({args}, grid_dim={grid}, block_dim={block})
        ctx.synchronize()
        print("{name}: nothing")
    except e:
        print("{name}:", e)
"""


class Planted(NamedTuple):
    line: int
    words: tuple[str, ...]


def program(name: str) -> str:
    """The kernels of a file with a `main` that launches them all."""
    kernels = (HERE / f"{name}.mojo").read_text()
    launches = []
    for found in _KERNEL.finditer(kernels):
        args = (found["args"] or "a, b, n, index, fresh").replace("fresh", f"fresh_{found['name']}")
        launches.append(
            _LAUNCH.format(
                name=found["name"],
                args=args,
                grid=found["grid"] or 1,
                block=found["block"] or 64,
            )
        )
    return (HERE / "prelude.mojo").read_text() + kernels + _MAIN + "".join(launches)


def planted(text: str) -> dict[str, list[Planted]]:
    """For each kernel the lines that a report may name, with the words it must have."""
    found: dict[str, list[Planted]] = {}
    starts = [(m.start("name"), m["name"]) for m in _KERNEL.finditer(text)]
    for (start, name), (end, _) in zip(starts, [*starts[1:], (len(text), "")], strict=True):
        first = text[:start].count("\n") + 1
        for number, line in enumerate(text[start:end].split("\n")):
            if "# bug: " in line:
                words = tuple(line.split("# bug: ")[1].split("|"))
                found.setdefault(name, []).append(Planted(first + number, words))
    return found


@cache
def reports(name: str) -> dict[str, str]:
    """What the device said about each kernel of a file."""
    environment = {**os.environ, "PYTHONPATH": str(REPOSITORY)}
    environment |= {"EMBER_DEVICE": "sim", "EMBER_SIM_CHECK": "1"}
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"{name}.mojo")
        path.write_text(program(name))
        command = [sys.executable, "-m", "ember", "run", "--no-warn", "all", str(path)]
        done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout[-500:] + done.stderr[-3000:]
    lines = [line.split(": ", 1) for line in done.stdout.splitlines() if ": " in line]
    return {line[0]: line[1] for line in lines}


def _kernels(*names: str) -> list[tuple[str, str]]:
    return [
        (name, m["name"])
        for name in names
        for m in _KERNEL.finditer((HERE / f"{name}.mojo").read_text())
    ]


@pytest.mark.parametrize("name, kernel", _kernels("wrong", "wrong_2"))
def test_a_planted_mistake_is_found(name: str, kernel: str) -> None:
    report = reports(name)[kernel]
    places = planted(program(name))[kernel]
    named = re.search(rf"{name}\.mojo:(\d+):", report)
    assert named is not None, report
    matching = [p for p in places if p.line == int(named[1])]
    assert matching, (report, places)
    assert any(word in report for word in matching[0].words), (report, places)


@pytest.mark.parametrize("name, kernel", _kernels("right", "right_2"))
def test_no_false_alarm(name: str, kernel: str) -> None:
    assert reports(name)[kernel] == "nothing"


def test_a_race_names_both_lines() -> None:
    """The report of a race between two lines has both."""
    report = reports("wrong")["no_barrier_after_writing"]
    lines = {int(line) for line in re.findall(r"wrong\.mojo:(\d+):", report)}
    assert lines == {p.line for p in planted(program("wrong"))["no_barrier_after_writing"]}
