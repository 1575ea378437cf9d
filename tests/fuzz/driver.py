"""Many workers, one report: how many inputs of each kind, how they were taken, what failed."""

from __future__ import annotations

import json
import os
import pickle
import platform
import sys
import tempfile
import time
from base64 import b64decode, b64encode
from collections import Counter
from pathlib import Path
from typing import Any

from .sandbox import Limits, Record, Settings, run_inputs
from .targets import TARGETS


class Tally:
    """What the records of a run add up to."""

    def __init__(self) -> None:
        self.verdicts: dict[str, Counter[str]] = {}
        self.seconds: Counter[str] = Counter()
        self.slowest: dict[str, float] = {}
        self.memory = 0
        self.failures: dict[str, int] = {}
        self.examples: dict[str, tuple[str, bytes, str]] = {}
        self.new_lines = 0

    def add(self, record: Record) -> None:
        name, data = record.target, b64decode(record.data)
        self.verdicts.setdefault(name, Counter())[record.verdict] += 1
        self.seconds[name] += record.seconds
        self.slowest[name] = max(self.slowest.get(name, 0.0), record.seconds)
        self.memory = max(self.memory, record.memory)
        self.new_lines += record.new_lines
        if record.failure:
            key = f"{name}: {record.failure}"
            self.failures[key] = self.failures.get(key, 0) + 1
            known = self.examples.get(key)
            if known is None or len(data) < len(known[1]):
                self.examples[key] = (name, data, record.details)

    def merge(self, other: Tally) -> None:
        for name, counts in other.verdicts.items():
            self.verdicts.setdefault(name, Counter()).update(counts)
            self.slowest[name] = max(self.slowest.get(name, 0.0), other.slowest[name])
        self.seconds.update(other.seconds)
        self.memory = max(self.memory, other.memory)
        self.new_lines += other.new_lines
        for key, count in other.failures.items():
            self.failures[key] = self.failures.get(key, 0) + count
            known = self.examples.get(key)
            if known is None or len(other.examples[key][1]) < len(known[1]):
                self.examples[key] = other.examples[key]

    @property
    def inputs(self) -> int:
        return sum(counts.total() for counts in self.verdicts.values())


def fuzz(
    inputs: int,
    seconds: float,
    jobs: int,
    seed: str,
    targets: tuple[str, ...],
    limits: Limits,
    state: Path | None = None,
) -> tuple[Tally, float]:
    """Runs the workers; gives what they found and how long it took.

    What a worker has done is kept in the folder `state`; the next run with the same folder, seed and number of workers
    goes on behind it, and its report counts both.
    """
    started = time.time()
    with tempfile.TemporaryDirectory(prefix="ember-fuzz-run-") as folder:
        os.environ["EMBER_CACHE_DIR"] = str(Path(folder, "cache"))
        _warm_up()
        workers = []
        for number in range(jobs):
            work = Path(state or folder, f"worker{number}-of-{jobs}-{seed}")
            work.mkdir(parents=True, exist_ok=True)
            share = inputs // jobs + (number < inputs % jobs)
            settings = Settings(f"{seed}:{number}", targets, limits)
            child = os.fork()
            if child == 0:
                _work(settings, work, started + seconds, share)
            workers.append((child, work))
        tally = Tally()
        for child, work in workers:
            os.waitpid(child, 0)
            tally.merge(_kept(work))
    if not tally.inputs:
        raise RuntimeError("no input was run: the workers did not start")
    return tally, time.time() - started


def _kept(work: Path) -> Tally:
    """What a worker had found when it last wrote it down."""
    try:
        return pickle.loads((work / "result").read_bytes())  # type: ignore[no-any-return]
    except OSError:
        return Tally()


def _warm_up() -> None:
    """Lowers the library into the cache once, and loads everything, before the workers are forked."""
    from . import corpus
    from .sandbox import run_one

    corpus.ir_texts()
    run_one("elaborate", b'def main():\n    print("hello", 1, 2.5)\n')


def _work(settings: Settings, work: Path, until: float, count: int) -> None:
    tally = _kept(work)
    try:
        for record in run_inputs(settings, work, until, count, tally.inputs):
            failed = bool(record.failure)
            tally.add(record)
            if tally.inputs % 200 == 0 or failed:
                _keep(tally, work)
    finally:
        _keep(tally, work)
        os._exit(0)


def _keep(tally: Tally, work: Path) -> None:
    (work / "result.new").write_bytes(pickle.dumps(tally))
    os.replace(work / "result.new", work / "result")


# --- the report -----------------------------------------------------------------------------------


FINE = ("accepted", "rejected", "limited")
"""What may become of an input: "limited" ones ran, but not in every way."""


def report(tally: Tally, took: float, jobs: int, seed: str, limits: Limits) -> dict[str, Any]:
    """The run in numbers."""
    return {
        "inputs": tally.inputs,
        "failures": sum(tally.failures.values()),
        "distinct_failures": len(tally.failures),
        "seconds": round(took, 1),
        "jobs": jobs,
        "seed": seed,
        "limits": limits._asdict(),
        "python": platform.python_version(),
        "machine": f"{platform.machine()}, {os.cpu_count()} cores",
        "peak_memory_mib": tally.memory >> 20,
        "targets": {
            name: {
                "inputs": counts.total(),
                **dict(sorted(counts.items())),
                "mean_ms": round(1000 * tally.seconds[name] / max(1, counts.total()), 2),
                "slowest_s": round(tally.slowest[name], 2),
            }
            for name, counts in sorted(tally.verdicts.items())
        },
        "failed": dict(sorted(tally.failures.items(), key=lambda item: -item[1])),
    }


def render(numbers: dict[str, Any]) -> str:
    """The report as text."""
    lines = [
        f"{numbers['inputs']} inputs, {numbers['failures']} failures "
        f"({numbers['distinct_failures']} distinct) in {numbers['seconds']} s",
        f"{numbers['machine']}, {numbers['jobs']} workers, Python {numbers['python']}, seed {numbers['seed']}, "
        f"peak memory {numbers['peak_memory_mib']} MiB",
        "",
        f"{'target':<10} {'inputs':>8} {'accepted':>9} {'rejected':>9} {'limited':>8} {'failed':>7} {'mean ms':>9} {'slowest s':>10}",
    ]
    for name, row in numbers["targets"].items():
        accepted, rejected, limited = (row.get(kind, 0) for kind in FINE)
        failed = row["inputs"] - accepted - rejected - limited
        lines.append(
            f"{name:<10} {row['inputs']:>8} {accepted:>9} {rejected:>9} {limited:>8} "
            f"{failed:>7} {row['mean_ms']:>9} {row['slowest_s']:>10}"
        )
    lines += [""] + [f"{count:>6}  {what}" for what, count in numbers["failed"].items()]
    return "\n".join(lines).rstrip() + "\n"


def write_report(folder: Path, numbers: dict[str, Any], tally: Tally) -> None:
    """`report.json`, `report.txt`, and `failures.json` with an input for each distinct failure."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "report.json").write_text(json.dumps(numbers, indent=2) + "\n")
    (folder / "report.txt").write_text(render(numbers))
    failures = [
        {"what": key, "target": target, "details": details, "input": b64encode(data).decode()}
        for key, (target, data, details) in sorted(tally.examples.items())
    ]
    (folder / "failures.json").write_text(json.dumps(failures, indent=1) + "\n")


def unpack_failures(path: Path) -> None:
    """Writes the inputs and tracebacks of a `failures.json` beside it."""
    for number, failure in enumerate(json.loads(path.read_text())):
        name = f"failure-{number:03}-{failure['target']}"
        path.with_name(f"{name}.input").write_bytes(b64decode(failure["input"]))
        path.with_name(f"{name}.txt").write_text(f"{failure['what']}\n\n{failure['details']}")


def all_targets() -> tuple[str, ...]:
    return tuple(TARGETS)


assert sys.platform != "win32"
