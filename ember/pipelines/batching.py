"""Requests of an event loop, run together: each joins between two steps and leaves when it is finished."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from ember.pipelines.scheduling import Scheduler
from ember.pipelines.sequences import Sequence


@dataclass(eq=False)
class Request:
    """A sequence, and who is told about it: pieces of text, at last nothing more, or what went wrong. It is called in another thread."""

    sequence: Sequence
    tell: Callable[[str | BaseException | None], None]
    started: float = field(default_factory=time.perf_counter)
    first: float = 0.0
    ended: float = 0.0
    is_cancelled: bool = False

    def told(self, item: str | BaseException | None) -> None:
        """Tells; who does not listen any more, as a loop that is closed, wants nothing more."""
        try:
            self.tell(item)
        except RuntimeError:
            self.is_cancelled = True


class Batcher:
    """A thread that steps as long as there are requests."""

    def __init__(
        self, scheduler: Callable[[], Scheduler], lock: AbstractContextManager[object]
    ) -> None:
        self._scheduler = scheduler
        self._lock = lock
        self._guard = threading.Lock()
        self._inbox: list[Request] = []
        self._is_running = False

    def submit(self, request: Request) -> None:
        """Starts a request."""
        with self._guard:
            self._inbox.append(request)
            if not self._is_running:
                self._is_running = True
                threading.Thread(target=self._run, name="ember-steps", daemon=True).start()

    def _run(self) -> None:
        running: dict[int, Request] = {}
        with self._lock:
            scheduler = self._scheduler()
            while True:
                with self._guard:
                    arrived, self._inbox = self._inbox, []
                    if not arrived and not running:
                        self._is_running = False
                        return
                for request in arrived:
                    running[id(request.sequence)] = request
                    scheduler.add(request.sequence)
                self._step(scheduler, running)

    def _step(self, scheduler: Scheduler, running: dict[int, Request]) -> None:
        for request in [r for r in running.values() if r.is_cancelled]:
            self._leave(scheduler, running, request)
        if scheduler.is_idle:
            return
        try:
            shown = scheduler.step()
        except Exception as problem:
            for request in list(running.values()):
                self._leave(scheduler, running, request)
                request.told(problem)
            return
        for sequence, text in shown:
            request = running[id(sequence)]
            request.first = request.first or time.perf_counter()
            if text:
                request.told(text)
            if sequence.finish_reason is not None:
                self._leave(scheduler, running, request)
                request.told(None)

    def _leave(self, scheduler: Scheduler, running: dict[int, Request], request: Request) -> None:
        request.ended = time.perf_counter()
        del running[id(request.sequence)]
        scheduler.remove(request.sequence)
