"""A child process that runs inputs one after another, with limits on time and memory.

The child writes each input to a file before it runs it and one line of JSON when it is done, so that its parent knows
what a child that died or hung was doing. A hanging child writes the stacks of its threads before it ends itself.
"""

from __future__ import annotations

import faulthandler
import json
import os
import re
import resource
import select
import signal
import time
import traceback
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from ember.support.deep_stack import run_with_deep_stack

from .corpus import Growing
from .coverage import Coverage
from .targets import TARGETS, Broken

_BATCH = 120
"""Inputs per child: what they leave behind in memory goes with it."""
_KILLS = 10
"""Children killed before their first record that a run bears: inputs do not do this, but a system short of memory does."""


class Limits(NamedTuple):
    seconds: float = 20.0
    memory: int = 6 << 30


class Settings(NamedTuple):
    """What decides the inputs of one worker."""

    seed: str
    targets: tuple[str, ...]
    limits: Limits


class Record(NamedTuple):
    """How one input did; `failure` is empty if it did well."""

    target: str
    verdict: str
    seconds: float
    memory: int
    new_lines: int
    failure: str
    details: str
    data: str = ""
    """The input of a failure, in base 64: the child is at the next one when its parent reads this."""


def run_inputs(
    settings: Settings, work: Path, until: float, count: int, done: int = 0
) -> Iterator[Record]:
    """Runs `count` inputs but the first `done`, in as many children as it takes."""
    (work / "target").write_text("none")
    (work / "input").write_bytes(b"")
    kept = work / "kept"
    kept.mkdir(exist_ok=True)
    patience = _KILLS
    while done < count and time.time() < until and patience:
        before = done
        for record in _run_batch(settings, work, until, done, min(_BATCH, count - done)):
            done += 1
            yield record
        patience -= done == before
    if not patience:
        yield _died(work, settings, signal.SIGKILL)


def _run_batch(
    settings: Settings, work: Path, until: float, first: int, count: int
) -> Iterator[Record]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        _be_child(settings, work, until, first, count, writing)
    os.close(writing)
    status = 0
    try:
        finished = yield from _records(settings, work, reading)
    finally:
        os.close(reading)
        status = _reaped(child)
    if not finished and status != signal.SIGKILL:
        yield _died(work, settings, status)


def _reaped(child: int) -> int:
    """How a child ended; one that does not is killed."""
    for _ in range(100):
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return status
        time.sleep(0.01)
    os.kill(child, signal.SIGTERM)
    return os.waitpid(child, 0)[1]


def _records(settings: Settings, work: Path, reading: int) -> Iterator[Record]:
    """The child's records as they come; the result says whether it came to its end."""
    rest = b""
    while True:
        ready, _, _ = select.select([reading], [], [], settings.limits.seconds * 2 + 10)
        data = os.read(reading, 1 << 16) if ready else b""
        if not data:
            return False
        *lines, rest = (rest + data).split(b"\n")
        for line in lines:
            if line == b"end":
                return True
            yield Record(*json.loads(line))


def _died(work: Path, settings: Settings, status: int) -> Record:
    """What is known of an input that ended its process, or ran out of time."""
    target = (work / "target").read_text()
    stacks = (work / "stacks").read_text(errors="replace")
    kind = "hang" if "Timeout" in stacks else "crash"
    frames = re.findall(r'File "[^"]*/(ember/[^"]+)", line (\d+) in (\S+)', stacks)
    where = " < ".join(f"{file}:{line} {name}" for file, line, name in frames[:3])
    signature = f"{kind}: {where or _ending(stacks, status)}"
    data = b64encode((work / "input").read_bytes()).decode()
    return Record(target, kind, settings.limits.seconds, 0, 0, signature, stacks[-4000:], data)


def _ending(stacks: str, status: int) -> str:
    """The exception that ended a child, else its signal or exit code."""
    last = stacks.rstrip().rpartition("\n")[2]
    if "Traceback (most recent call last)" in stacks:
        return f"the process ended: {last[:120]}"
    return f"the process ended, {os.waitstatus_to_exitcode(status)}"


# --- in the child ---------------------------------------------------------------------------------


def _be_child(
    settings: Settings, work: Path, until: float, first: int, count: int, writing: int
) -> None:
    code = 1
    stacks = open(work / "stacks", "w")
    try:
        nowhere = os.open(os.devnull, os.O_RDWR)
        for descriptor in (0, 1, 2):
            os.dup2(nowhere, descriptor)
        resource.setrlimit(resource.RLIMIT_AS, (settings.limits.memory,) * 2)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        faulthandler.enable(stacks)
        run_with_deep_stack(
            lambda: _child_loop(settings, work, until, first, count, writing, stacks)
        )
        os.write(writing, b"end\n")
        code = 0
    except BaseException:
        traceback.print_exc(file=stacks)
        stacks.flush()
    finally:
        os._exit(code)


def _child_loop(
    settings: Settings, work: Path, until: float, first: int, count: int, writing: int, stacks: Any
) -> None:
    coverage = Coverage()
    growing = {name: Growing() for name in settings.targets}
    for path in sorted((work / "kept").iterdir()):
        name = path.name.split("-")[0]
        growing[name].kept.append(path.read_bytes())
    weights = [TARGETS[name].weight for name in settings.targets]
    for number in range(first, first + count):
        if time.time() > until:
            return
        rng = Random(f"{settings.seed}:{number}")
        name = rng.choices(settings.targets, weights)[0]
        kept = growing[name].kept
        (work / "target").write_text(name)  # a generator may fail, too
        data = TARGETS[name].generate(rng, kept)
        (work / "input").write_bytes(data)
        before = len(coverage.lines)
        faulthandler.dump_traceback_later(settings.limits.seconds, exit=True, file=stacks)
        record = run_one(name, data)
        faulthandler.cancel_dump_traceback_later()
        new_lines = len(coverage.lines) - before
        if new_lines and number > first and record.verdict != "failed":
            growing[name].add(data, rng)
            if len(kept) <= 200:
                (work / "kept" / f"{name}-{number}").write_bytes(data)
        line = json.dumps(record._replace(new_lines=new_lines))
        os.write(writing, line.encode() + b"\n")


def run_one(name: str, data: bytes) -> Record:
    """Runs one input here and now."""
    started = time.perf_counter()
    failure = details = kept = ""
    try:
        verdict = TARGETS[name].run(data)
    except BaseException as problem:
        verdict = "failed"
        failure = signature_of(problem)
        details = "".join(traceback.format_exception(problem, limit=-12))[-6000:]
        kept = b64encode(data).decode()
    seconds = time.perf_counter() - started
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss << 10
    return Record(name, verdict, seconds, memory, 0, failure, details, kept)


def signature_of(problem: BaseException) -> str:
    """The same for the same fault: the exception and the innermost place of ours."""
    if isinstance(problem, Broken):
        return (
            "broken: " + re.sub(r"'[^']*'|/\S+/|\d+|\n.*", "*", str(problem), flags=re.DOTALL)[:120]
        )
    frames = traceback.extract_tb(problem.__traceback__)
    ours = [frame for frame in frames if "/ember/" in frame.filename] or list(frames)
    last = ours[-1]
    file = last.filename.rsplit("/ember/", 1)[-1]
    return f"{type(problem).__name__} in {file}:{last.lineno} {last.name}"
