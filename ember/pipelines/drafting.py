"""Guesses at the tokens that follow, which a step checks all at once: text comes faster where they are right, and is the same in any case.

A guess costs little: it is taken from where the last words stood before, or written by a smaller model. As chance depends on seed, position and
token alone, both models even draw alike. Checking guesses costs, too: who is seldom right is asked less and less often.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from ember.pipelines.config import ModelError
from ember.pipelines.paging import PagePool
from ember.pipelines.sequences import Sequence
from ember.pipelines.stepping import Stepper

if TYPE_CHECKING:
    from ember.pipelines.pipeline import Pipeline

USUAL_LENGTH = 4
"""How many tokens are guessed at a time."""
_LONGEST = 3
"""So many tokens are looked for in what was there; if they are not found, fewer."""

_ENOUGH = 0.3
"""The share of guesses that must be right for them to pay: a step that checks four takes about twice the time of one that checks none."""
_NEWEST = 0.3
"""How much the last guess counts in that share."""
_PAUSES = (4, 64)
"""Steps without guesses after some that were wrong: the first time, and at most."""


class Drafter(Protocol):
    """Something that guesses."""

    def propose(self, sequences: Iterable[Sequence]) -> dict[int, list[int]]:
        """Some tokens that may follow each sequence, by its `id`."""

    def forget(self, sequence: Sequence) -> None:
        """A sequence is finished."""


@dataclass
class _Trust:
    """How often guesses at a sequence were right."""

    share: float = 0.5
    pause: int = _PAUSES[0]
    left: int = 0
    """Steps until the next guess."""
    start: int = 0
    guessed: list[int] = field(default_factory=list)
    """The last guess, and how many tokens there were before it."""

    def learn(self, tokens: list[int]) -> None:
        """Looks at what became of the last guess."""
        if not self.guessed:
            return
        right = 0
        for token, guess in zip(tokens[self.start :], self.guessed):
            if token != guess:
                break
            right += 1
        self.share += _NEWEST * (right / len(self.guessed) - self.share)
        self.guessed = []
        if self.share >= _ENOUGH:
            self.pause = _PAUSES[0]
        else:
            self.share, self.left = _ENOUGH, self.pause
            self.pause = min(2 * self.pause, _PAUSES[1])


class PrudentDrafter:
    """Asks another, but for a while no longer about sequences where it was mostly wrong."""

    def __init__(self, drafter: Drafter) -> None:
        self._drafter = drafter
        self._trust: dict[int, _Trust] = {}

    def propose(self, sequences: Iterable[Sequence]) -> dict[int, list[int]]:
        asked = [sequence for sequence in sequences if self._is_due(sequence)]
        found = self._drafter.propose(asked) if asked else {}
        for sequence in asked:
            trust = self._trust[id(sequence)]
            trust.start, trust.guessed = len(sequence.tokens), found.get(id(sequence), [])
        return found

    def _is_due(self, sequence: Sequence) -> bool:
        trust = self._trust.setdefault(id(sequence), _Trust())
        trust.learn(sequence.tokens)
        trust.left -= 1
        return trust.left < 0

    def forget(self, sequence: Sequence) -> None:
        self._trust.pop(id(sequence), None)
        self._drafter.forget(sequence)


class RepeatDrafter:
    """What followed the last words when they stood in the text before."""

    def __init__(self, length: int = USUAL_LENGTH) -> None:
        self._length = length

    def propose(self, sequences: Iterable[Sequence]) -> dict[int, list[int]]:
        found = {}
        for sequence in sequences:
            if sequence.cached + 1 == sequence.length:
                found[id(sequence)] = repeated([*sequence.prompt, *sequence.tokens], self._length)
        return found

    def forget(self, sequence: Sequence) -> None:
        """There is nothing to forget."""


def repeated(text: list[int], length: int) -> list[int]:
    """What followed the last place where the text's end stood before: as long an end as there is."""
    for size in range(min(_LONGEST, len(text) - 1), 0, -1):
        end = text[-size:]
        for start in range(len(text) - size - 1, -1, -1):
            if text[start] == end[0] and text[start : start + size] == end:
                return text[start + size : start + size + length]
    return []


class ModelDrafter:
    """What a smaller model of the same tokens would write."""

    def __init__(self, pipeline: Pipeline, length: int = USUAL_LENGTH) -> None:
        self._pipeline = pipeline
        self._length = length
        self._copies: dict[int, Sequence] = {}
        self._pool: PagePool | None = None

    def check(self, vocabulary: int) -> None:
        """`ModelError` if the models do not speak of the same tokens."""
        own = self._pipeline.tokenizer.size
        if own != vocabulary:
            raise ModelError(f"the draft model has {own:,} tokens, the model {vocabulary:,}: they must be of one family")  # fmt: skip

    def propose(self, sequences: Iterable[Sequence]) -> dict[int, list[int]]:
        ready = [s for s in sequences if s.cached + 1 == s.length and s.length < self._limit]
        if not ready:
            return {}
        self._use(self._pipeline.pages(max(len(ready), len(self._copies) + 1)))
        stepper = Stepper(self._pipeline.model, self._pipeline.pages(1))
        running = [self._copy(sequence) for sequence in ready]
        lengths = [sequence.length for sequence in ready]
        while pending := [
            copy
            for copy, start in zip(running, lengths)
            if copy.finish_reason is None and copy.length - start < self._length
        ]:
            stepper.step(pending)
        return {
            id(sequence): copy.tokens[len(sequence.tokens) :]
            for sequence, copy in zip(ready, running)
        }

    def _use(self, pool: PagePool) -> None:
        """What was in another cache is to be computed again."""
        if pool is not self._pool:
            for copy in self._copies.values():
                copy.pages, copy.cached = [], 0
        self._pool = pool

    @property
    def _limit(self) -> int:
        return self._pipeline.max_length - self._length

    def _copy(self, sequence: Sequence) -> Sequence:
        """The smaller model's own text, with what the other made of it: what both agree on stays in its cache."""
        copy = self._copies.get(id(sequence))
        if copy is None:
            copy = self._copies[id(sequence)] = self._twin(sequence)
        copy.follow(sequence.tokens)
        return copy

    def _twin(self, sequence: Sequence) -> Sequence:
        known = self._pipeline.files.config.vocabulary
        biases = {t: bias for t, bias in sequence.settings.logit_bias.items() if t < known}
        settings = replace(sequence.settings, stop=(), max_tokens=None, top_logprobs=0, logit_bias=biases)  # fmt: skip
        return self._pipeline.sequence(sequence.prompt, settings)

    def forget(self, sequence: Sequence) -> None:
        copy = self._copies.pop(id(sequence), None)
        if copy is not None and self._pool is not None:
            self._pool.release(copy)
