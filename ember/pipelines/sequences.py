"""A text being generated: its tokens, its pages of the cache, what was said of it so far."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from collections.abc import Sequence as Several
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
    top_logprobs: list[dict[int, float]] = field(default_factory=list)
    """For each token the likeliest ones, if they were asked for."""
    text: str = ""
    finish_reason: str | None = None
    pages: list[int] = field(default_factory=list)
    cached: int = 0
    """How many of its tokens are in the cache."""

    def __post_init__(self) -> None:
        self._stops = StopFinder(self.settings.stop or ())
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
            return self.end("stop")
        self.take(token, logprob)
        shown, is_stopped = self._stops.feed(self.stream.feed(token))
        self.text += shown
        if is_stopped:
            self.finish_reason = "stop"
        elif self.room <= 0:
            return shown + self.end("length")
        return shown

    def take(self, token: int, logprob: float) -> None:
        """Takes a token without making text of it."""
        self.tokens.append(token)
        self.logprobs.append(logprob)
        self._counts[token] += 1

    @property
    def room(self) -> int:
        """How many more tokens it may get."""
        most = self.settings.max_tokens
        left = self.limit - self.length
        return left if most is None else min(left, most - len(self.tokens))

    def end(self, reason: str) -> str:
        """Ends the text; gives what was held back of it."""
        self.finish_reason = reason
        rest, is_stopped = self._stops.feed(self.stream.flush())
        if not is_stopped:
            rest += self._stops.flush()
        self.text += rest
        return rest

    def plain_copy(self) -> Sequence:
        """The same tokens without pages and without text."""
        made = self.twin()
        for token, logprob in zip(self.tokens, self.logprobs):
            made.take(token, logprob)
        return made

    def twin(self) -> Sequence:
        """A text that starts as this one did."""
        return Sequence(self.prompt, self.settings, self.stream.fresh(), self.limit, self.ends)

    def follow(self, tokens: list[int]) -> None:
        """Takes the tokens of another text in place of its own; what both have stays in the cache."""
        same = 0
        while same < min(len(tokens), len(self.tokens)) and tokens[same] == self.tokens[same]:
            same += 1
        self.cached = min(self.cached, len(self.prompt) + same)
        self.tokens = list(tokens)
        self.logprobs = self.logprobs[:same]
        self._counts = Counter(tokens)
        self.finish_reason = None

    def edits(self, drafts: Several[int] = ()) -> list[tuple[int, float, float]]:
        """Changes to the scores of single tokens behind some drafts: token, divisor of positive scores, what is added."""
        settings = self.settings
        biases = dict(settings.logit_bias)
        if len(self.tokens) + len(drafts) < settings.min_tokens:
            biases.update(dict.fromkeys(self.ends, float("-inf")))
        if not settings.has_penalties:
            return [(token, 1.0, bias) for token, bias in biases.items()]
        counts = self._counts + Counter(drafts) if drafts else self._counts
        seen = {*self.prompt, *counts} if settings.repetition_penalty != 1 else {*counts}
        found = []
        for token in sorted(seen | biases.keys()):
            bias = biases.get(token, 0.0)
            if count := counts[token]:
                bias -= settings.presence_penalty + settings.frequency_penalty * count
            found.append((token, settings.repetition_penalty if token in seen else 1.0, bias))
        return found
