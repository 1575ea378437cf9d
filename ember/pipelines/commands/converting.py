"""`ember convert`: files of weights in other formats."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ember.pipelines.fetching import located
from ember.pipelines.weights.converting import convert as convert_model
from ember.pipelines.weights.formats import Format


def convert(arguments: argparse.Namespace) -> int:
    """Writes the file."""
    format = Format[arguments.to.upper()]
    tell = _telling if sys.stderr.isatty() else None
    source = located(arguments.source)
    try:
        convert_model(source, arguments.target, format, tell)
    except OSError as problem:
        reason = problem.strerror or problem
        if problem.filename is not None and Path(problem.filename).is_relative_to(source):
            raise ValueError(f"cannot read '{problem.filename}': {reason}") from problem
        raise ValueError(f"cannot write '{arguments.target}': {reason}") from problem
    if tell is not None:
        print(file=sys.stderr)
    return 0


def _telling(done: int, count: int) -> None:
    print(f"\r{done} of {count} tensors", end="", file=sys.stderr, flush=True)
