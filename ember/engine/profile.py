"""Where a model spends its time: a table of kernels, and a trace for Perfetto or chrome://tracing."""

from __future__ import annotations

import json
from math import prod
from pathlib import Path
from typing import NamedTuple

from ember.dtype import DType
from ember.engine.program import KernelSpec
from ember.engine.watching import shape_of


class Launch(NamedTuple):
    """One call of a kernel: when it began, in ns since the first one, how long it took, how many bytes its tensors have."""

    kernel: KernelSpec
    start: int
    length: int
    bytes: int


class Row(NamedTuple):
    """All calls of one kernel."""

    summary: str
    calls: int
    nanoseconds: int
    bytes: int
    source: tuple[str, ...]


class Profile:
    """What `Model.profile` gives: `print` it, look at `rows`, or `save_trace` it."""

    def __init__(self, name: str, rounds: int, wall: int, launches: list[Launch]) -> None:
        self.name = name
        self.rounds = rounds
        """How often the model was run."""
        self.wall = wall
        """The nanoseconds of the fastest run without anybody looking."""
        self.launches = launches

    @property
    def rows(self) -> list[Row]:
        """Kernels, those that took most time first."""
        found: dict[str, Row] = {}
        for launch in self.launches:
            kernel = launch.kernel
            old = found.get(kernel.name) or Row(kernel.summary, 0, 0, 0, kernel.source)
            found[kernel.name] = old._replace(
                calls=old.calls + 1,
                nanoseconds=old.nanoseconds + launch.length,
                bytes=old.bytes + launch.bytes,
            )
        return sorted(found.values(), key=lambda row: -row.nanoseconds)

    def __str__(self) -> str:
        rows = self.rows
        total = sum(row.nanoseconds for row in rows) or 1
        lines = [
            f"{self.name}: {_time(self.wall)} a call, {_time(total / self.rounds)} of it in {len(rows)} kernels ({self.rounds} runs)",
            f"{'share':>6} {'calls':>6} {'time a call':>12} {'GB/s':>8}  kernel",
        ]
        for row in rows:
            rate = row.bytes / row.nanoseconds if row.nanoseconds else 0.0
            lines.append(
                f"{row.nanoseconds / total:6.1%} {row.calls // self.rounds:6} {_time(row.nanoseconds / row.calls):>12} "
                f"{rate:8.1f}  {row.summary}{_place(row.source)}"
            )
        return "\n".join(lines)

    def save_trace(self, path: Path | str) -> None:
        """Writes the launches in the format of Chrome's traces, a row for each kernel."""
        number = {row.summary: place for place, row in enumerate(self.rows)}
        names = [
            {"ph": "M", "name": "thread_name", "pid": 1, "tid": place, "args": {"name": summary}}
            for summary, place in number.items()
        ]
        events = [
            {
                "ph": "X",
                "name": launch.kernel.summary,
                "pid": 1,
                "tid": number[launch.kernel.summary],
                "ts": launch.start / 1000,
                "dur": launch.length / 1000,
                "args": {"bytes": launch.bytes, "source": ", ".join(launch.kernel.source)},
            }
            for launch in self.launches
        ]
        Path(path).write_text(json.dumps({"traceEvents": [*names, *events]}), "utf-8")


class Recorder:
    """Notes every launch."""

    def __init__(self) -> None:
        self.launches: list[Launch] = []
        self._first: int | None = None

    def before(self, spec: KernelSpec, words: list[int]) -> None:
        """Nothing has to be done."""

    def after(self, spec: KernelSpec, words: list[int], start: int, end: int) -> str:
        if self._first is None:
            self._first = start
        size = sum(
            prod(shape_of(spec, number, words)) * DType[dtype].size_in_bytes
            for number, (dtype, _) in enumerate(spec.tensors)
        )
        self.launches.append(Launch(spec, start - self._first, end - start, size))
        return ""


def _time(nanoseconds: float) -> str:
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size:
            return f"{nanoseconds / size:.2f} {unit}"
    return f"{nanoseconds:.0f} ns"


def _place(source: tuple[str, ...]) -> str:
    if not source:
        return ""
    first = source[0].rpartition("/")[2]
    return f"  ({first}{' …' if len(source) > 1 else ''})"
