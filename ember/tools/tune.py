"""`ember tune`: measures on the device at hand how products with a weight are best cut, and keeps it for later compilations."""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ember.runtime.devices import find_accelerator
from ember.support.cache import default_cache
from ember.support.tiles import Cut, keep_cut, tiles_path, tuned_cuts
from ember.tools.session import EXIT_FAILURE

_TUNABLE = ("sm_90a", "sim")
_PROGRAM = """\
from linalg._tuning import print_cuts


def main() raises:
    print_cuts[{columns}, {depth}, {count}]({rows})
"""


def tune(arguments: argparse.Namespace) -> int:
    """Tunes every weight that was named, or lists or forgets what is known."""
    accelerator = find_accelerator(default_cache())
    if arguments.list or arguments.clear:
        return _forget(accelerator) if arguments.clear else _list(accelerator)
    if accelerator not in _TUNABLE:
        print(f"ember tune: products on {accelerator} have one way only; it is for {' and '.join(_TUNABLE)}", file=sys.stderr)  # fmt: skip
        return EXIT_FAILURE
    if not arguments.weights:
        print("ember tune: which weights? Name them as COLUMNSxDEPTH, as in 'ember tune 4096x14336'", file=sys.stderr)  # fmt: skip
        return EXIT_FAILURE
    for weight in arguments.weights:
        code = _tune_weight(weight, accelerator, arguments)
        if code != 0:
            return code
    return 0


def weight_of(text: str) -> tuple[int, int]:
    """The numbers of `COLUMNSxDEPTH`."""
    columns, _, depth = text.partition("x")
    if not (columns.isdecimal() and depth.isdecimal()) or not int(columns) or not int(depth):
        raise argparse.ArgumentTypeError(f"'{text}' is not a weight; one is written 4096x14336: its rows, and the numbers of each")  # fmt: skip
    if int(columns) % 8 or int(depth) % 8:
        raise argparse.ArgumentTypeError(f"the numbers of '{text}' must be multiples of 8")
    return int(columns), int(depth)


def _tune_weight(weight: tuple[int, int], accelerator: str, arguments: argparse.Namespace) -> int:
    columns, depth = weight
    text = _PROGRAM.format(columns=columns, depth=depth, count=arguments.count, rows=arguments.rows)
    print(f"{columns}x{depth} on {accelerator}, {arguments.count} ways for {', '.join(map(str, arguments.rows))} rows", flush=True)  # fmt: skip
    found: list[tuple[float, Cut]] = []
    with tempfile.TemporaryDirectory(prefix="ember-tune-") as folder:
        path = Path(folder) / "tune.mojo"
        path.write_text(text, "utf-8")
        command = [sys.executable, "-m", "ember", "run", str(path)]
        with _started(command) as process:
            for line in process.stdout or ():
                *numbers, microseconds = line.split()
                cut = Cut(columns, depth, *map(int, numbers))
                found.append((float(microseconds), cut))
                print(f"  {len(found)} of {arguments.count}: {_shown(cut)}: {float(microseconds):.1f} µs", flush=True)  # fmt: skip
        if process.returncode != 0 or not found:
            print(f"ember tune: measuring {columns}x{depth} failed", file=sys.stderr)
            return EXIT_FAILURE
    best = min(found)[1]
    place = keep_cut(accelerator, best)
    print(f"  best: {_shown(best)}; {'kept in ' + place if place else 'not kept, as there is no cache'}")  # fmt: skip
    return 0


@contextmanager
def _started(command: list[str]) -> Iterator[subprocess.Popen[str]]:
    """A process that hears of an interrupt by its end, as we have told of it then."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:  # fmt: skip
        try:
            yield process
        except BaseException:
            process.kill()
            raise


def _shown(cut: Cut) -> str:
    return f"tiles of {cut.tile} columns, {cut.stages} stages, depth shared by {cut.blocks} blocks of {cut.groups} groups"


def _list(accelerator: str) -> int:
    cuts = tuned_cuts(accelerator)
    for cut in cuts:
        print(f"{cut.columns}x{cut.depth} on {accelerator}: {_shown(cut)}")
    if not cuts:
        print(f"nothing is tuned for {accelerator}")
    return 0


def _forget(accelerator: str) -> int:
    path = tiles_path(accelerator)
    if path is not None:
        Path(path).unlink(missing_ok=True)
    print(f"nothing is tuned for {accelerator} now")
    return 0
