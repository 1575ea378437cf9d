"""Which sequences run: those that wait join as soon as there is room, between any two steps."""

from __future__ import annotations

from ember.pipelines.drafting import Drafter
from ember.pipelines.paging import CacheFull
from ember.pipelines.sequences import Sequence
from ember.pipelines.stepping import Stepper

MOST_SEQUENCES = 32
"""How many run at once at most."""


class Scheduler:
    """Sequences that wait, and sequences that run."""

    def __init__(
        self, stepper: Stepper, most: int = MOST_SEQUENCES, drafter: Drafter | None = None
    ) -> None:
        self._stepper = stepper
        self._most = most
        self._drafter = drafter
        self._waiting: list[Sequence] = []
        self._running: list[Sequence] = []

    @property
    def is_idle(self) -> bool:
        """Whether there is nothing to do."""
        return not self._waiting and not self._running

    def add(self, sequence: Sequence) -> None:
        """Takes a sequence to be continued until it ends."""
        self._waiting.append(sequence)

    def remove(self, sequence: Sequence, *, keeps_pages: bool = False) -> None:
        """Lets a sequence go, finished or not; its pages are free, unless they are kept."""
        for sequences in (self._waiting, self._running):
            if sequence in sequences:
                sequences.remove(sequence)
        if self._drafter is not None:
            self._drafter.forget(sequence)
        if not keeps_pages:
            self._stepper.pool.release(sequence)

    def step(self) -> list[tuple[Sequence, str]]:
        """One step; gives the sequences that got tokens, with the text that may be shown. Who has finished is to be removed."""
        self._admit()
        while True:
            drafts = {} if self._drafter is None else self._drafter.propose(self._running)
            try:
                return self._stepper.step(self._running, drafts)
            except CacheFull:
                if len(self._running) == 1:
                    raise
                self._put_back()

    def _admit(self) -> None:
        """Who waits longest comes first, and only if its text has room in the cache."""
        pool = self._stepper.pool
        free = pool.free
        while self._waiting and len(self._running) < self._most:
            needed = pool.pages_of(self._waiting[0].length + 1) - len(self._waiting[0].pages)
            if needed > free and self._running:
                return
            free -= needed
            self._running.append(self._waiting.pop(0))

    def _put_back(self) -> None:
        """The sequence that came last waits again, and is computed anew later: its text stays the same."""
        sequence = self._running.pop()
        self._stepper.pool.release(sequence)
        sequence.cached = 0
        self._waiting.insert(0, sequence)
