"""A text being generated: its tokens, its pages of the cache, what was said of it so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from ember.pipelines.settings import GenerationSettings
from ember.pipelines.tokenizers import TextStream


class StopFinder:
    """Holds text back as long as it may be the start of a stop string."""

    def __init__(self, stops: Iterable[str]) -> None:
        self._stops = list(stops)
        self._held = ""

    def feed(self, text: str) -> tuple[str, bool]:
        """The text that may be shown, and whether a stop string was found, which is not shown."""
        held = self._held + text
        places = [(at, -len(stop)) for stop in self._stops if (at := held.find(stop)) >= 0]
        if places:
            self._held = ""
            return held[: min(places)[0]], True
        keep = max((_overlap(held, stop) for stop in self._stops), default=0)
        self._held = held[len(held) - keep :]
        return held[: len(held) - keep], False

    def flush(self) -> str:
        """What was held back and turned out to be no stop string."""
        held, self._held = self._held, ""
        return held


def _overlap(text: str, stop: str) -> int:
    """How much of the text's end is the stop string's start."""
    for size in range(min(len(text), len(stop) - 1), 0, -1):
        if text.endswith(stop[:size]):
            return size
    return 0


@dataclass
class Sequence:
    """One text: the prompt's tokens, then those that were sampled."""

    prompt: list[int]
    settings: GenerationSettings
    stream: TextStream
    limit: int
    """How many tokens it may have in all."""
    ends: frozenset[int]
    tokens: list[int] = field(default_factory=list)
    logprobs: list[float] = field(default_factory=list)
    text: str = ""
    finish_reason: str | None = None
    pages: list[int] = field(default_factory=list)
    cached: int = 0
    """How many of its tokens are in the cache."""

    def __post_init__(self) -> None:
        self._stops = StopFinder(self.settings.stop)
        self._counts: Counter[int] = Counter()

    @property
    def length(self) -> int:
        return len(self.prompt) + len(self.tokens)

    def pending(self) -> list[int]:
        """The tokens that are not in the cache yet."""
        if self.cached < len(self.prompt):
            return self.prompt[self.cached :] + self.tokens
        return self.tokens[self.cached - len(self.prompt) :]

    def accept(self, token: int, logprob: float) -> str:
        """Takes the next token; gives the text that may be shown now."""
        if token in self.ends and not self.settings.ignore_eos:
            return self._finish("stop")
        self.tokens.append(token)
        self.logprobs.append(logprob)
        self._counts[token] += 1
        shown, is_stopped = self._stops.feed(self.stream.feed(token))
        self.text += shown
        if is_stopped:
            self.finish_reason = "stop"
        elif self._is_full():
            return shown + self._finish("length")
        return shown

    def _is_full(self) -> bool:
        most = self.settings.max_tokens
        return (most is not None and len(self.tokens) >= most) or self.length >= self.limit

    def _finish(self, reason: str) -> str:
        self.finish_reason = reason
        rest, is_stopped = self._stops.feed(self.stream.flush())
        if not is_stopped:
            rest += self._stops.flush()
        self.text += rest
        return rest

    def edits(self) -> list[tuple[int, float, float]]:
        """Changes to the scores of single tokens: token, divisor of positive scores, what is added."""
        settings = self.settings
        biases = dict(settings.logit_bias)
        if len(self.tokens) < settings.min_tokens:
            biases.update(dict.fromkeys(self.ends, float("-inf")))
        if not settings.has_penalties:
            return [(token, 1.0, bias) for token, bias in biases.items()]
        seen = {*self.prompt, *self._counts} if settings.repetition_penalty != 1 else {*self._counts}  # fmt: skip
        found = []
        for token in sorted(seen | biases.keys()):
            bias = biases.get(token, 0.0)
            if count := self._counts[token]:
                bias -= settings.presence_penalty + settings.frequency_penalty * count
            found.append((token, settings.repetition_penalty if token in seen else 1.0, bias))
        return found
