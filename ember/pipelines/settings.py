"""How text is generated: what users may choose, and what is wrong with what they chose."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from difflib import get_close_matches
from numbers import Integral, Real
from typing import Any, Final

_MAX_SEED = 2**64
_WHOLE: Final = ("max_tokens", "min_tokens", "top_k", "seed", "top_logprobs", "num_beams")
_REAL: Final = ("temperature", "top_p", "min_p", "repetition_penalty", "presence_penalty", "frequency_penalty", "length_penalty")  # fmt: skip
_ELSEWHERE: Final = {"max_new_tokens": "max_tokens", "max_length": "max_tokens", "n_predict": "max_tokens", "do_sample": "temperature", "stop_strings": "stop", "logprobs": "top_logprobs"}  # fmt: skip
"""What settings are called in other projects."""


@dataclass(frozen=True)
class GenerationSettings:
    """What may be chosen for one text; the defaults take the likeliest token each time."""

    max_tokens: int | None = None
    """At most so many new tokens; None: up to the end of the context."""
    min_tokens: int = 0
    temperature: float = 0.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    repetition_penalty: float = 1.0
    presence_penalty: float = 0.0
    frequency_penalty: float = 0.0
    logit_bias: Mapping[int, float] = field(default_factory=dict)
    seed: int = 0
    stop: Sequence[str] | str | None = ()
    """Texts that end it, and are no part of it; one alone need not be in a list."""
    ignore_eos: bool = False
    top_logprobs: int = 0
    """How many of the likeliest tokens are told with each token, with the logarithms of their probabilities."""
    num_beams: int = 1
    """Above 1: the likeliest text that so many beams find, as far as they see."""
    length_penalty: float = 1.0
    """Of beams: the sum of the logarithms is divided by the length to this power; above 0 favours long texts."""
    early_stopping: bool = False
    """Of beams: as many finished texts as there are beams are enough."""

    @classmethod
    def of(cls, given: Mapping[str, Any]) -> GenerationSettings:
        """The settings that somebody chose by their names; `TypeError` says which there is not."""
        known = [entry.name for entry in fields(cls)]
        for name in given:
            if name not in known:
                near = (
                    [_ELSEWHERE[name]] if name in _ELSEWHERE else get_close_matches(name, known, 1)
                )
                hint = f"did you mean '{near[0]}'?" if near else f"there are {', '.join(known)}"
                raise TypeError(f"there is no setting '{name}'; {hint}")
        return cls(**given)

    def __post_init__(self) -> None:
        if self.stop is None or isinstance(self.stop, str):
            object.__setattr__(self, "stop", [self.stop] if self.stop is not None else [])
        self._check_types()
        self._within("temperature", 0, 1e6)
        self._within("top_p", 0, 1)
        self._within("min_p", 0, 1)
        self._within("presence_penalty", -100, 100)
        self._within("frequency_penalty", -100, 100)
        if self.top_p == 0:
            raise ValueError("'top_p' must be above 0; 1 takes all tokens")
        if not 0 < self.repetition_penalty < math.inf:
            raise ValueError(f"'repetition_penalty' must be above 0, not {self.repetition_penalty}")
        for name in ("top_k", "min_tokens", "top_logprobs"):
            if getattr(self, name) < 0:
                raise ValueError(f"'{name}' must not be negative: {getattr(self, name)}")
        if self.max_tokens is not None and self.max_tokens < 1:
            raise ValueError(f"'max_tokens' must be at least 1, not {self.max_tokens}")
        if self.num_beams < 1:
            raise ValueError(f"'num_beams' must be at least 1, not {self.num_beams}")
        if self.num_beams > 1 and self.temperature > 0:
            raise ValueError("beams are not sampled: 'num_beams' above 1 needs 'temperature' 0")
        if not 0 <= self.seed < _MAX_SEED:
            raise ValueError(f"'seed' must be from 0 to {_MAX_SEED - 1}, not {self.seed}")
        if self.num_beams > 1 and self.top_logprobs:
            raise ValueError("'top_logprobs' are not told of beams: they need 'num_beams' 1")

    def _check_types(self) -> None:
        for names, kind, what in ((_WHOLE, Integral, "a whole number"), (_REAL, Real, "a number")):
            for name in names:
                value = getattr(self, name)
                if not isinstance(value, kind) and not (name == "max_tokens" and value is None):
                    raise ValueError(f"'{name}' must be {what}, not {value!r}")
        if any(not isinstance(text, str) or not text for text in self.stop or ()):
            raise ValueError("'stop' must be a list of texts that are not empty")
        for token, bias in self.logit_bias.items():
            if not isinstance(token, Integral) or not isinstance(bias, Real) or math.isnan(bias):
                raise ValueError(f"'logit_bias' must be numbers of tokens and what is added to their scores, not {token!r}: {bias!r}")  # fmt: skip

    def _within(self, name: str, low: float, high: float) -> None:
        value = getattr(self, name)
        if not low <= value <= high:
            raise ValueError(f"'{name}' must be from {low:g} to {high:g}, not {value}")

    @property
    def has_penalties(self) -> bool:
        """Whether tokens that were there change the scores."""
        return self.repetition_penalty != 1 or self.presence_penalty != 0 or self.frequency_penalty != 0  # fmt: skip
