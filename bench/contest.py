"""One program, several compilers: builds it with each, lets the executables run in turns, keeps the numbers."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path

from processes import Cost, machine, run

REPOSITORY = Path(__file__).resolve().parent.parent


def contest_parser(description: str, names: Iterable[str]) -> argparse.ArgumentParser:
    """The options that benchmarks against other compilers share."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(names)}")
    parser.add_argument("--runs", type=int, default=5, help="the best of this many is shown")
    parser.add_argument("--mojo", default=os.environ.get("MOJO") or shutil.which("mojo"))
    parser.add_argument("--json", type=Path, help="also write the numbers to this file")
    return parser


def mojo_commands(source: Path, mojo: str | None) -> dict[str, list[str]]:
    """How Ember, and `mojo` where it is there, build a program."""
    commands = {"ember": [sys.executable, "-m", "ember", "build", "-O3", str(source)]}
    if mojo:
        commands["mojo"] = [mojo, "build", str(source)]
    return commands


def build_all(name: str, commands: Mapping[str, list[str]], folder: Path) -> dict[str, str]:
    """Builds a program with each compiler that takes it; the executables by compiler."""
    environment = os.environ | {"PYTHONPATH": str(REPOSITORY)}
    executables = {}
    for who, command in commands.items():
        target = str(folder / who)
        done = subprocess.run(
            [*command, "-o", target], env=environment, capture_output=True, text=True, check=False
        )
        if done.returncode == 0:
            executables[who] = target
        else:
            print(f"{who} does not build {name}:\n{done.stderr[-2000:]}", file=sys.stderr)
    return executables


def run_in_turns(
    executables: Mapping[str, str], arguments: list[str], runs: int
) -> dict[str, list[Cost]]:
    """What each run of each executable took; all see the same machine."""
    costs: dict[str, list[Cost]] = {who: [] for who in executables}
    for _ in range(runs):
        for who, path in executables.items():
            costs[who].append(run([path, *arguments]))
    return costs


def write_numbers(path: Path | None, kind: str, numbers: object) -> None:
    """Keeps the numbers, with the machine they were measured on."""
    if path is not None:
        path.write_text(json.dumps({"machine": machine(), kind: numbers}, indent=2) + "\n")
