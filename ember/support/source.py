"""Source text and positions: `SourceFile` knows its lines, `Span` marks a stretch of one file.

Positions are offsets into the decoded text; lines and columns are computed only when asked for
(a diagnostic is rare, a node is not). Lines and columns count from 1.
"""

from __future__ import annotations

import errno
import os
import select
import stat
from bisect import bisect_right
from pathlib import Path
from typing import Final

MAXIMAL_SIZE: Final = 16 << 20
"""Bytes of one file; a hundred times as much memory is needed to compile it."""


def read_bytes(path: str, advice: str = "put data into files that the program reads") -> bytes:
    """What is in a file, or comes through a pipe that somebody writes to; `OSError` for anything else.

    `advice`: what to do about one that is too long.
    """
    if os.path.isdir(path):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC), "rb", 0) as file:
        mode = os.fstat(file.fileno()).st_mode
        if not stat.S_ISREG(mode) and not stat.S_ISFIFO(mode):
            raise OSError(errno.EINVAL, "it is a device, not a file", path)
        data = bytearray()
        while len(data) <= MAXIMAL_SIZE:
            chunk = file.read(MAXIMAL_SIZE)
            if chunk is None:  # nothing has come yet
                select.select([file], [], [])
                continue
            if not chunk:
                break
            data += chunk
    if len(data) > MAXIMAL_SIZE:
        message = f"it has more than {MAXIMAL_SIZE >> 20} MiB; {advice}"
        raise OSError(errno.EFBIG, message, path)
    if not data and stat.S_ISFIFO(mode):
        raise OSError(errno.EPIPE, "nobody writes into this pipe", path)
    return bytes(data)


class SourceFile:
    """One piece of source text with a name to show in diagnostics."""

    __slots__ = ("_line_starts", "decode_error", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self.decode_error: int | None = None
        """Offset of the first byte sequence that is not UTF-8, if any (see `from_bytes`)."""
        self._line_starts: list[int] | None = None

    @classmethod
    def from_bytes(cls, path: str, data: bytes) -> SourceFile:
        """Decodes UTF-8; an invalid sequence becomes U+FFFD and is remembered for the lexer."""
        try:
            return cls(path, data.decode("utf-8"))
        except UnicodeDecodeError as error:
            file = cls(path, data.decode("utf-8", errors="replace"))
            file.decode_error = len(data[: error.start].decode("utf-8"))
            return file

    @classmethod
    def read(cls, path: str | Path) -> SourceFile:
        """Reads a file from disk; an unreadable file raises `OSError` as usual."""
        return cls.from_bytes(str(path), read_bytes(str(path)))

    def line_starts(self) -> list[int]:
        """The offset at which each line begins."""
        if self._line_starts is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._line_starts = starts
        return self._line_starts

    def location(self, offset: int) -> tuple[int, int]:
        """Line and column, both from 1, of a text offset."""
        starts = self.line_starts()
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(starts, offset)
        return line, offset - starts[line - 1] + 1

    def line_text(self, line: int) -> str:
        """The text of a line (from 1) without its line ending; empty past the end."""
        starts = self.line_starts()
        if not 1 <= line <= len(starts):
            return ""
        end = starts[line] - 1 if line < len(starts) else len(self.text)
        return self.text[starts[line - 1] : end].rstrip("\r")

    def span(self, start: int, end: int) -> Span:
        """The stretch `[start, end)` of this file."""
        return Span(self, start, end)

    def __repr__(self) -> str:
        return f"SourceFile({self.path!r}, {len(self.text)} characters)"


class Span:
    """A half-open stretch `[start, end)` of a source file."""

    __slots__ = ("end", "file", "start")

    def __init__(self, file: SourceFile, start: int, end: int) -> None:
        self.file = file
        self.start = start
        self.end = end

    @property
    def line(self) -> int:
        """Line of the first character, from 1."""
        return self.file.location(self.start)[0]

    @property
    def column(self) -> int:
        """Column of the first character, from 1."""
        return self.file.location(self.start)[1]

    @property
    def text(self) -> str:
        """The source text covered."""
        return self.file.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """From the start of this span to the end of `other` (same file)."""
        return Span(self.file, self.start, other.end)

    def contains(self, other: Span) -> bool:
        """Whether `other` begins inside this span."""
        return self.file is other.file and self.start <= other.start <= self.end

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Span)
            and self.file is other.file
            and self.start == other.start
            and self.end == other.end
        )

    def __hash__(self) -> int:
        return hash((id(self.file), self.start, self.end))

    def __str__(self) -> str:
        line, column = self.file.location(self.start)
        return f"{self.file.path}:{line}:{column}"

    def __repr__(self) -> str:
        return f"Span({self}, {self.end - self.start})"


def printable(path: str) -> str:
    """A file's name as text, whatever bytes it is made of."""
    return os.fsencode(path).decode("utf-8", "replace")
