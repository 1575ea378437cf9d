"""`python -m tests.ownership`: runs, shows and replays."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from .driver import BATCH, Run, program_of
from .judging import judge
from .running import PRELUDE, SAMPLED, WAYS


def main() -> int:
    arguments = _parser().parse_args()
    if arguments.command == "run":
        return _run(arguments)
    program = program_of(arguments.seed, arguments.batch, arguments.size)
    if arguments.command == "show":
        print(program.text(PRELUDE.read_text()), end="")
        return 0
    found = judge(program, tuple(arguments.way or WAYS))
    print(found.kind + "\n" + found.output if found else "as expected", end="")
    return 1 if found else 0


def _run(arguments: argparse.Namespace) -> int:
    """A worker has a seed of its own, so that each goes on where it stopped."""
    print(f"seed {arguments.seed}", flush=True)
    children = []
    for job in range(arguments.jobs):
        child = os.fork()
        if child == 0:
            seed = f"{arguments.seed}.{job}" if arguments.jobs > 1 else arguments.seed
            out, each = Path(arguments.out), arguments.each
            run = Run(seed, out, each, arguments.tries, arguments.optimised, arguments.size)
            run.go_on(arguments.functions // arguments.jobs, arguments.seconds)
            os._exit(1 if run.numbers["kinds"] else 0)
        children.append(child)
    codes = [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children]
    return max(map(abs, codes))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.ownership")
    commands = parser.add_subparsers(dest="command", required=True)
    run = commands.add_parser("run", help="many functions; goes on where the folder stopped")
    run.add_argument("--functions", type=int, default=1000)
    run.add_argument("--seed", default="1")
    run.add_argument("--jobs", type=int, default=1)
    run.add_argument("--seconds", type=float, default=1e9, help="no new batches after that")
    run.add_argument("--each", type=int, default=1, help="how many of a kind are made small")
    run.add_argument("--tries", type=int, default=300, help="how often one is made smaller")
    run.add_argument("--optimised", type=int, default=1, help="-O3 in every so many batches only")
    run.add_argument("--size", type=int, default=BATCH, help="how many functions are in a file")
    run.add_argument("--out", default="ownership-run", help="the folder of the run")
    for name, words in (("show", "print a batch"), ("replay", "run a batch again")):
        command = commands.add_parser(name, help=words)
        command.add_argument("--seed", default="1")
        command.add_argument("--batch", type=int, default=0)
        command.add_argument("--size", type=int, default=BATCH)
        command.add_argument("--way", action="append", choices=(*WAYS, *SAMPLED))
    return parser


if __name__ == "__main__":
    sys.exit(main())
