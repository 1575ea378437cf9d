"""`python -m tests.fuzz`: runs, shows, replays and minimizes."""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from random import Random

from ember.support.deep_stack import run_with_deep_stack

from .corpus import SEEDS
from .driver import all_targets, fuzz, render, report, unpack_failures, write_report
from .minimize import minimize
from .sandbox import Limits, run_one
from .targets import TARGETS


def main() -> int:
    arguments = _parser().parse_args()
    if arguments.command == "run":
        return _run(arguments)
    if arguments.command == "show":
        data = TARGETS[arguments.target].generate(Random(arguments.seed), [])
        sys.stdout.buffer.write(data)
        return 0
    if arguments.command == "unpack":
        unpack_failures(Path(arguments.file))
        return 0
    data = Path(arguments.file).read_bytes()
    if arguments.command == "minimize":
        sys.stdout.buffer.write(run_with_deep_stack(lambda: minimize(arguments.target, data)))
        return 0
    record = run_with_deep_stack(lambda: run_one(arguments.target, data))
    print(record.verdict, record.failure, f"{record.seconds:.2f} s")
    print(record.details)
    return 1 if record.failure else 0


def _run(arguments: argparse.Namespace) -> int:
    limits = Limits(arguments.time_limit, arguments.memory_limit << 20)
    targets = tuple(arguments.target or all_targets())
    os.environ[SEEDS] = os.pathsep.join(map(os.path.abspath, arguments.seeds))
    state = Path(arguments.out, "state") if arguments.out is not None else None
    if state is not None and not arguments.resume:
        shutil.rmtree(state, ignore_errors=True)
    tally, took = fuzz(
        arguments.inputs, arguments.seconds, arguments.jobs, arguments.seed, targets, limits, state
    )
    numbers = report(tally, took, arguments.jobs, arguments.seed, limits)
    print(render(numbers), end="")
    if arguments.out is not None:
        write_report(Path(arguments.out), numbers, tally)
    return 1 if tally.failures else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="many inputs, one report")
    run.add_argument("--inputs", type=int, default=2000)
    run.add_argument("--seconds", type=float, default=600.0, help="no new inputs after that")
    run.add_argument("--jobs", type=int, default=2)
    run.add_argument("--seed", default="1")
    run.add_argument("--target", action="append", choices=tuple(TARGETS))
    run.add_argument("--time-limit", type=float, default=20.0, help="seconds for one input")
    run.add_argument("--memory-limit", type=int, default=6144, help="MiB of address space")
    run.add_argument(
        "--seeds", action="append", default=[], metavar="DIR", help="a folder of programs to damage"
    )
    run.add_argument("--resume", action="store_true", help="go on where the run in --out ended")
    run.add_argument("--out", help="a folder for report.json, report.txt, failures.json")
    show = commands.add_parser("show", help="print a generated input")
    show.add_argument("--target", choices=tuple(TARGETS), default="parser")
    show.add_argument("--seed", default="1")
    unpack = commands.add_parser("unpack", help="write the inputs of a failures.json beside it")
    unpack.add_argument("file")
    for name in ("replay", "minimize"):
        command = commands.add_parser(name, help=f"{name} a saved input")
        command.add_argument("file")
        command.add_argument("--target", choices=tuple(TARGETS), required=True)
    return parser


if __name__ == "__main__":
    sys.exit(main())
