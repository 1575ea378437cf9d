"""A tokenizer as pipelines use it: text to tokens, tokens to text, one after the other if need be."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from ember.pipelines.tokenizers.native import NativeTokenizer
from ember.pipelines.tokenizers.normalizing import WHITE

SEPARATOR = "\ufdd0"
"""No character, by Unicode's promise: put inside a text, it keeps the text from being read as a special token, and is dropped."""


class TokenizerError(ValueError):
    """A tokenizer that cannot be used: the file, and what is wrong."""


@dataclass
class Special:
    """A token that stands for its own text; blanks before or behind it may belong to it."""

    text: str
    token: int
    takes_left: bool = False
    takes_right: bool = False
    is_control: bool = True


@dataclass
class Tokenizer:
    """Text to tokens and back."""

    native: NativeTokenizer
    size: int
    """How many tokens there are."""
    specials: list[Special]
    normalize: Callable[[str, bool], str] | None = None
    """What is done to text between special tokens first; told whether it is the start."""
    before: list[int] = field(default_factory=list)
    """Tokens in front of every text."""
    behind: list[int] = field(default_factory=list)
    bos: int | None = None
    eos: int | None = None
    ends: frozenset[int] = frozenset()
    """Tokens that end a text a model writes."""
    has_prefix_space: bool = False
    """Whether the first token's blank is not part of the text."""
    joins_words: bool = False
    """Whether tokens are words, continued by those with `##`."""
    has_meta_words: bool = False
    """Whether words begin with `▁` in place of that."""
    chat_template: str | None = None

    def __post_init__(self) -> None:
        for token in (*self.before, *self.behind, *(special.token for special in self.specials)):
            if not isinstance(token, int) or not 0 <= token < self.size:
                raise TokenizerError(f"there is no token {token!r} among {self.size:,}")
        for special in self.specials:
            self.native.add_special(special.text, special.token, special.is_control)
        self._control = {s.token: s.text for s in self.specials if s.is_control}
        self._by_token = {s.token: s for s in self.specials}
        self._is_plain = self.normalize is None and not any(
            s.takes_left or s.takes_right for s in self.specials
        )

    # -- text to tokens --------------------------------------------------------------------------

    def encode(
        self, text: str, *, add_special: bool = True, parse_special: bool = False
    ) -> list[int]:
        """The tokens of a text.

        `add_special` adds what the model expects around a text; with `parse_special`, control tokens written in the text
        are those tokens, else they are text like any other.
        """
        tokens = self._encode(_bytes_of(text), text, parse_special)
        return [*self.before, *tokens, *self.behind] if add_special else tokens

    def _encode(self, data: bytes, text: str, parse_special: bool) -> list[int]:
        if SEPARATOR not in text and self._is_plain:
            return self.native.encode(data, parse_special)
        tokens: list[int] = []
        at = 0
        for start, end, token in self.native.find_specials(data, parse_special):
            special = self._by_token[token]
            between = data[at:start].decode()
            if special.takes_left:
                between = between.rstrip(WHITE)
            tokens += self._encode_text(between, is_start=at == 0)
            tokens.append(token)
            at = end
            if special.takes_right:
                rest = data[at:].decode()
                at = len(data) - len(rest.lstrip(WHITE).encode())
        return tokens + self._encode_text(data[at:].decode(), is_start=at == 0)

    def _encode_text(self, text: str, is_start: bool) -> list[int]:
        text = text.replace(SEPARATOR, "")
        if not text:
            return []
        if self.normalize is not None:
            text = self.normalize(text, is_start)
        return self.native.encode(text.encode(), False)

    def guarded(self, text: str) -> str:
        """The text with separators inside what would be read as special tokens: what users write is never a command."""
        data = _bytes_of(text)
        parts, at = [], 0
        for start, end, _ in self.native.find_specials(data):
            first = start + len(data[start:end].decode()[0].encode())
            parts += [data[at:first].decode(), SEPARATOR]
            at = first
        return "".join([*parts, data[at:].decode()])

    # -- tokens to text --------------------------------------------------------------------------

    def decode(self, tokens: Sequence[int], *, skip_special: bool = True) -> str:
        """The text of tokens."""
        if skip_special:
            tokens = [token for token in tokens if token not in self._control]
        if self.joins_words:
            return self._joined(tokens)
        text = self.native.decode(tokens).decode(errors="replace")
        return text.removeprefix(" ") if self.has_prefix_space else text

    def _joined(self, tokens: Iterable[int]) -> str:
        words = [self.native.decode([token]).decode(errors="replace") for token in tokens]
        if self.has_meta_words:
            return "".join(words).replace("▁", " ").removeprefix(" ")
        text = "".join(w[2:] if w.startswith("##") else f" {w}" for w in words)
        return text.removeprefix(" ")

    def text_of(self, token: int) -> str:
        """A token's own text."""
        return self._control.get(token) or self.native.decode([token]).decode(errors="replace")

    def stream(self, *, skip_special: bool = True) -> TextStream:
        """Takes tokens one by one and gives their text, whole characters only."""
        return TextStream(self, skip_special)


def _bytes_of(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError as problem:
        raise ValueError(f"the text has half a character at {problem.start}: {text[problem.start]!r}") from None  # fmt: skip


class TextStream:
    """Text from tokens as they come: bytes are held back until they are characters."""

    def __init__(self, tokenizer: Tokenizer, skip_special: bool) -> None:
        self._tokenizer = tokenizer
        self._skips_special = skip_special
        self._skips = set(tokenizer._control) if skip_special else set()
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._is_start = tokenizer.has_prefix_space

    def fresh(self) -> TextStream:
        """One for another text."""
        return TextStream(self._tokenizer, self._skips_special)

    def feed(self, token: int) -> str:
        """The characters that are complete with this token."""
        if token in self._skips:
            return ""
        text = self._decoder.decode(self._tokenizer.native.decode([token]))
        if self._is_start and text:
            self._is_start = False
            return text.removeprefix(" ")
        return text

    def flush(self) -> str:
        """What is left at the end: half a character becomes U+FFFD."""
        return self._decoder.decode(b"", final=True)
