"""The Mojo side of a tokenizer, called by its address."""

from __future__ import annotations

import weakref
from collections.abc import Iterable, Sequence
from enum import IntEnum, IntFlag
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np

    from ember.binding.functions import Functions

    Numbers = np.ndarray[Any, np.dtype[np.int32]]

_SOURCE = Path(__file__).resolve().parents[2] / "lib" / "kernels" / "tokenizers" / "_functions.mojo"


class Model(IntEnum):
    """How pieces become tokens; the numbers are those of `tokenizers/_tokenizer.mojo`."""

    BYTES = 0
    CHARACTERS = 1
    SCORES = 2
    UNIGRAM = 3
    WORDS = 4


class Option(IntFlag):
    """What tokenizers do differently."""

    NONE = 0
    WHOLE_PIECES = 1
    BYTES_FOR_UNKNOWN = 2
    ONE_UNKNOWN = 4
    META_IS_BLANK = 8
    META_STARTS_WORDS = 16


class Stage(IntEnum):
    """A way to cut text into pieces; the numbers are those of `tokenizers/_splitting.mojo`."""

    GPT2 = 0
    LLAMA3 = 1
    QWEN2 = 2
    NUMBERS = 3
    PUNCTUATION = 4
    TRIPLES = 5
    WORDS = 6
    META = 7
    NUMBER_RUNS = 8


class Kind(IntEnum):
    """Kinds of tokens, as GGUF numbers them."""

    NORMAL = 1
    UNKNOWN = 2
    CONTROL = 3
    USER = 4
    UNUSED = 5
    BYTE = 6


def packed_texts(texts: Iterable[str]) -> bytes:
    """Texts as GGUF files have them: each behind its length of eight bytes."""
    parts = []
    for text in texts:
        data = text.encode()
        parts += [len(data).to_bytes(8, "little"), data]
    return b"".join(parts)


class NativeTokenizer:
    """A tokenizer in native memory, until nobody refers to it."""

    def __init__(
        self, model: Model, options: Option, words: Any, kinds: Numbers, unknown: int = -1
    ) -> None:
        self._functions = _functions()
        self._address: int = self._said("create", int(model), int(options), words, kinds, unknown)
        weakref.finalize(self, self._functions["destroy"], self._address)

    def _said(self, name: str, *arguments: Any) -> Any:
        """The result of a function; what it finds wrong with a vocabulary is a `ValueError`."""
        try:
            return self._functions[name](*arguments)
        except Exception as problem:
            raise ValueError(str(problem)) from None

    def add_merges(self, packed: Any, count: int) -> None:
        """Merges as GGUF has them, in order."""
        self._said("add_merges", self._address, packed, count)

    def add_scores(self, scores: Any) -> None:
        """A score for each token."""
        import numpy as np

        self._said("add_scores", self._address, np.asarray(scores, np.float64))

    def add_stage(self, stage: Stage) -> None:
        """One more way to cut, after the others."""
        self._functions["add_stage"](self._address, int(stage))

    def add_special(self, text: str, token: int, is_control: bool) -> None:
        """A text that stands for itself; a command is text unless commands are asked for."""
        if text:
            self._functions["add_special"](self._address, text.encode(), token, is_control)

    def encode(self, text: bytes, takes_control: bool) -> list[int]:
        """The tokens of a text."""
        import numpy as np

        if not text:
            return []
        tokens = np.empty(len(text), np.int32)
        count = self._functions["encode"](self._address, text, takes_control, tokens)
        found: list[int] = tokens[:count].tolist()
        if -1 in found:
            raise ValueError("the text has characters that no token of the vocabulary stands for")
        return found

    def find_specials(self, text: bytes, takes_control: bool = True) -> list[tuple[int, int, int]]:
        """Start, end and token of every special token in a text."""
        import numpy as np

        if not text:
            return []
        room = np.empty(3 * len(text), np.int32)
        count = self._functions["find_specials"](self._address, text, takes_control, room)
        rows = room[:count].reshape(-1, 3).tolist()
        return [(start, end, token) for start, end, token in rows]

    def decode(self, tokens: Sequence[int]) -> bytes:
        """The bytes of tokens; `ValueError` for numbers that are none."""
        import numpy as np

        if not len(tokens):
            return b""
        numbers = np.asarray(tokens, np.int32)
        text = np.empty(8 * len(numbers) + 64, np.uint8)
        try:
            size = self._functions["decode"](self._address, numbers, text)
            if size < 0:
                text = np.empty(-size, np.uint8)
                size = self._functions["decode"](self._address, numbers, text)
        except Exception as problem:
            raise ValueError(str(problem)) from None
        return text[:size].tobytes()

    def word(self, token: int) -> str:
        """A token as it stands in the vocabulary."""
        room = bytearray(256)
        size = self._functions["word"](self._address, token, room)
        if size > len(room):
            room = bytearray(size)
            self._functions["word"](self._address, token, room)
        return bytes(room[:size]).decode(errors="replace")


@cache
def _functions() -> Functions:
    from ember.binding.functions import compile_functions

    return compile_functions(_SOURCE)
