"""Where a compilation spends its time: wall and processor seconds per stage, with what went in and came out.

Stages nest (elaboration loads modules when it meets their imports); each is charged only for its own part.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple


class Stage:
    """The account of one stage, over all the times it ran."""

    __slots__ = ("cpu", "facts", "name", "runs", "wall")

    def __init__(self, name: str) -> None:
        self.name = name
        self.wall = 0.0
        self.cpu = 0.0
        self.runs = 0
        self.facts: dict[str, int] = {}
        """Sizes worth knowing: ops, bytes, files."""

    def add(self, fact: str, amount: int) -> None:
        self.facts[fact] = self.facts.get(fact, 0) + amount


class Event(NamedTuple):
    """One stretch of work: seconds since the clock's beginning, and which worker did it."""

    name: str
    begin: float
    end: float
    worker: int
    facts: dict[str, int]


class Trace:
    """The accounts of all stages, in the order in which they first began, and every stretch of work."""

    __slots__ = ("_open", "_since", "events", "stages")

    def __init__(self) -> None:
        self.stages: dict[str, Stage] = {}
        self.events: list[Event] = []
        self._open: list[Stage] = []
        self._since = (0.0, 0.0)

    @contextmanager
    def stage(self, name: str) -> Iterator[Stage]:
        """Charges the time inside to the stage of this name, and not to the one around it."""
        stage = self.stages.setdefault(name, Stage(name))
        self._charge()
        begin, before = self._since[0], dict(stage.facts)
        self._open.append(stage)
        try:
            yield stage
        finally:
            self._charge()
            self._open.pop()
            stage.runs += 1
            facts = {n: a - before.get(n, 0) for n, a in stage.facts.items()}
            self.events.append(Event(name, begin, self._since[0], 0, facts))

    def workers(self, stage: Stage, name: str) -> Callable[[bool, float, float, int], None]:
        """What the workers of a stage call when a piece is done: whether a cache had it, begin, end, and their thread."""
        numbers: dict[int, int] = {}

        def done(is_hit: bool, begin: float, end: float, thread: int) -> None:
            if is_hit:
                stage.add("cache hits", 1)
            else:
                self.work(name, begin, end, numbers.setdefault(thread, len(numbers) + 1))

        return done

    def work(self, name: str, begin: float, end: float, worker: int) -> None:
        """A stretch of work beside the stages: what one of several workers did."""
        self.events.append(Event(name, begin, end, worker, {}))

    def _charge(self) -> None:
        """Gives the time since the last change of stage to the innermost open one."""
        now = (time.perf_counter(), time.process_time())
        if self._open:
            self._open[-1].wall += now[0] - self._since[0]
            self._open[-1].cpu += now[1] - self._since[1]
        self._since = now


def peak_memory() -> int:
    """The most bytes of memory this process has held at once."""
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def llvm_share(trace: Trace) -> float:
    """How much of the time went into LLVM."""
    total = sum(stage.wall for stage in trace.stages.values()) or 1.0
    return sum(s.wall for s in trace.stages.values() if s.name in ("llvm", "device-llvm")) / total


def report_table(trace: Trace) -> str:
    """The accounts as a table for people."""
    total = sum(stage.wall for stage in trace.stages.values()) or 1.0
    lines = [f"{'stage':<12} {'wall ms':>9} {'cpu ms':>9} {'share':>6}  sizes"]
    for stage in trace.stages.values():
        sizes = "  ".join(f"{name} {amount:,}" for name, amount in stage.facts.items())
        share = f"{100 * stage.wall / total:.0f}%"
        lines.append(
            f"{stage.name:<12} {1000 * stage.wall:>9.1f} {1000 * stage.cpu:>9.1f} {share:>6}  {sizes}".rstrip()
        )
    cpu = sum(stage.cpu for stage in trace.stages.values())
    lines.append(
        f"{'total':<12} {1000 * total:>9.1f} {1000 * cpu:>9.1f} {'':>6}  peak memory {peak_memory() >> 20} MiB,"
        f" LLVM {100 * llvm_share(trace):.0f}%"
    )
    return "\n".join(lines)


def report_json(trace: Trace) -> str:
    """The accounts for programs."""
    import json

    stages = [
        {
            "stage": s.name,
            "wall_s": round(s.wall, 6),
            "cpu_s": round(s.cpu, 6),
            "runs": s.runs,
            **s.facts,
        }
        for s in trace.stages.values()
    ]
    report = {
        "stages": stages,
        "llvm_share": round(llvm_share(trace), 4),
        "peak_memory_bytes": peak_memory(),
    }
    return json.dumps(report, indent=2)


def chrome_trace(trace: Trace) -> str:
    """Every stretch of work in the form that trace viewers of browsers read; times are in microseconds."""
    import json

    first = min((event.begin for event in trace.events), default=0.0)
    events = [
        {
            "name": event.name,
            "ph": "X",
            "ts": round((event.begin - first) * 1e6, 1),
            "dur": round((event.end - event.begin) * 1e6, 1),
            "pid": 1,
            "tid": event.worker,
            "args": event.facts,
        }
        for event in sorted(trace.events, key=lambda event: event.begin)
    ]
    return json.dumps({"traceEvents": events, "displayTimeUnit": "ms"})
