"""Beam search: several texts are continued side by side, and only the likeliest of all continuations stay."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ember.pipelines.sequences import Sequence
from ember.pipelines.stepping import Stepper

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, np.dtype[Any]]


@dataclass
class _Beam:
    sequence: Sequence
    total: float
    """The sum of the logarithms of the probabilities of its tokens."""


class BeamSearch:
    """The search for one prompt. What ends is kept; the search is over when nothing that runs can become better."""

    def __init__(self, stepper: Stepper, sequence: Sequence) -> None:
        self._stepper = stepper
        self._settings = sequence.settings
        self._running = [_Beam(sequence, 0.0)]
        self._done: list[tuple[float, Sequence, str]] = []

    def run(self) -> Sequence:
        """The best text, with its reason to end."""
        try:
            while self._running and not self._is_over():
                scores = self._stepper.scores([beam.sequence for beam in self._running])
                if scores is not None:
                    self._advance(_log_probabilities(self._edited(scores)))
            for beam in self._running:
                self._finish(beam, "length")
            _, best, reason = max(self._done, key=lambda entry: entry[0])
        finally:
            for beam in self._running:
                self._stepper.pool.release(beam.sequence)
        return _retold(best, reason)

    def _edited(self, scores: Array) -> Array:
        """Penalties and biases, as the sampling kernel applies them."""
        scores = scores.copy()
        for row, beam in zip(scores, self._running):
            for token, penalty, bias in beam.sequence.edits():
                row[token] = (row[token] / penalty if row[token] > 0 else row[token] * penalty) + bias  # fmt: skip
        return scores

    def _advance(self, chances: Array) -> None:
        """The likeliest continuations of all beams: those that end a text are done, the others go on."""
        import numpy as np

        count = self._settings.num_beams
        totals = np.array([beam.total for beam in self._running])[:, None] + chances
        width = totals.shape[1]
        ends = self._running[0].sequence.ends if not self._settings.ignore_eos else frozenset()
        wanted = min(count * (1 + max(1, len(ends))), totals.size)
        flat = totals.reshape(-1)
        order = np.argpartition(-flat, wanted - 1)[:wanted]
        order = order[np.argsort(-flat[order], kind="stable")]
        chosen: list[tuple[int, int, float]] = []
        for rank, place in enumerate(order.tolist()):
            row, token = divmod(place, width)
            if token in ends:
                if rank < count:
                    self._finish(_Beam(self._running[row].sequence, float(flat[place])), "stop")
            elif len(chosen) < count:
                chosen.append((row, token, float(flat[place])))
        self._replace(chosen, chances)

    def _replace(self, chosen: list[tuple[int, int, float]], chances: Array) -> None:
        """Beams that stay keep their pages, the second of one beam gets copies, those that nobody continues give theirs back."""
        old = self._running
        taken: set[int] = set()
        forks = {}
        for place, (row, _, _) in enumerate(chosen):
            if row in taken:
                forks[place] = self._fork(old[row].sequence)
            taken.add(row)
        for row, beam in enumerate(old):
            if row not in taken:
                self._stepper.pool.release(beam.sequence)
        self._running = []
        for place, (row, token, total) in enumerate(chosen):
            sequence = forks.get(place, old[row].sequence)
            sequence.take(token, float(chances[row, token]))
            beam = _Beam(sequence, total)
            if sequence.room <= 0:
                self._finish(beam, "length")
                self._stepper.pool.release(sequence)
            else:
                self._running.append(beam)

    def _fork(self, source: Sequence) -> Sequence:
        copy = source.plain_copy()
        self._stepper.pool.fork(source, copy)
        return copy

    def _finish(self, beam: _Beam, reason: str) -> None:
        """Keeps a text if it is among the best."""
        length = len(beam.sequence.tokens) + (reason == "stop")
        score = beam.total / max(length, 1) ** self._settings.length_penalty
        self._done.append((score, beam.sequence.plain_copy(), reason))
        self._done.sort(key=lambda entry: -entry[0])
        del self._done[self._settings.num_beams :]

    def _is_over(self) -> bool:
        if len(self._done) < self._settings.num_beams:
            return False
        if self._settings.early_stopping:
            return True
        best = max(beam.total for beam in self._running)
        length = len(self._running[0].sequence.tokens)
        reachable = best / max(length, 1) ** self._settings.length_penalty
        return bool(self._done[-1][0] >= reachable)


def _log_probabilities(scores: Array) -> Array:
    import numpy as np

    wide = scores.astype(np.float64)
    wide -= wide.max(1, keepdims=True)
    result: Array = wide - np.log(np.exp(wide).sum(1, keepdims=True))
    return result


def _retold(best: Sequence, reason: str) -> Sequence:
    """The text of tokens that were chosen without being shown; a stop string cuts it."""
    text = best.twin()
    for token, logprob in zip(best.tokens, best.logprobs):
        text.accept(token, logprob)
        if text.finish_reason == "stop":
            return text
    if text.finish_reason is None:
        text.end(reason)
    return text
