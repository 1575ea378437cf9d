"""A thread with a stack deep enough for any program: parsing, lowering and elaboration call themselves for what is nested."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from ember.support.budgets import MemoryExceeded, memory_used

STACK_BYTES: Final = 1 << 29
RECURSION_LIMIT: Final = 200_000
GC_THRESHOLDS: Final = (1_000_000, 50, 50)
"""A small program makes fewer objects than that, and nearly all of them stay: looking for garbage took a tenth of its time."""
_GLANCE_SECONDS: Final = 0.2
_GRACE_SECONDS: Final = 10.0

T = TypeVar("T")


def run_with_deep_stack(work: Callable[[], T], memory: int = 0) -> T:
    """Calls `work` in a thread with a large stack; what it gives or raises comes out here.

    An interrupt is passed on to the thread, so that it leaves its files in order. So is `MemoryExceeded` when the
    process grows beyond `memory` bytes (0: without bounds).
    """
    call = DeepCall(work)
    try:
        return call.result(memory)
    except KeyboardInterrupt:
        call.stop(KeyboardInterrupt)
        call.thread.join(timeout=2)
        raise


class DeepCall(Generic[T]):
    """A call in a thread of its own, begun at once."""

    def __init__(self, work: Callable[[], T]) -> None:
        gc.set_threshold(*GC_THRESHOLDS)
        sys.setrecursionlimit(RECURSION_LIMIT)
        sys.set_int_max_str_digits(0)  # literals are exact, however long
        self._work: Callable[[], T] | None = work
        self._results: list[T] = []
        self._failures: list[BaseException] = []
        threading.stack_size(STACK_BYTES)
        self.thread = threading.Thread(target=self._call, daemon=True)
        try:
            self.thread.start()
        finally:
            threading.stack_size(0)

    def _call(self) -> None:
        work, self._work = self._work, None
        assert work is not None
        try:
            self._results.append(work())
        except BaseException as problem:
            self._failures.append(problem)

    def result(self, memory: int = 0) -> T:
        """Waits for the end: what the work gives, or raises what it raised."""
        self._watch(memory)
        if self._failures:
            raise self._failures[0]
        return self._results[0]

    def stop(self, kind: type[BaseException]) -> None:
        """Raises an exception in the thread, at its next step in Python."""
        import ctypes

        identity = ctypes.c_ulong(self.thread.ident or 0)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(identity, ctypes.py_object(kind))

    def _watch(self, memory: int) -> None:
        """Waits for the thread, and ends it if the process grows too big."""
        thread = self.thread
        thread.join(_GLANCE_SECONDS if memory else None)
        while thread.is_alive():
            if memory_used() > memory:
                self.stop(MemoryExceeded)
                thread.join(_GRACE_SECONDS)  # it may be in native code, which does not listen
                if thread.is_alive():
                    raise MemoryExceeded(memory)
                return
            thread.join(_GLANCE_SECONDS)
