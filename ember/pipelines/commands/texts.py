"""Texts that users name, pipe or type: what never ends, or is no UTF-8, is one line of an error."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from ember.pipelines.config import ModelError
from ember.support.source import MAXIMAL_SIZE, read_bytes


def file_text(path: str) -> str:
    """The text of a file."""
    try:
        return read_bytes(path, "give a part of it").decode("utf-8")
    except UnicodeDecodeError:
        raise ModelError(f"'{path}' is no text in UTF-8") from None


def input_text() -> str:
    """All of the standard input."""
    return _decoded(sys.stdin.buffer.read(MAXIMAL_SIZE + 1))


def input_lines() -> Iterator[str]:
    """The lines of the standard input, as they come."""
    while line := sys.stdin.buffer.readline(MAXIMAL_SIZE + 1):
        yield _decoded(line)


def _decoded(data: bytes) -> str:
    if len(data) > MAXIMAL_SIZE:
        raise ModelError(f"the input has more than {MAXIMAL_SIZE >> 20} MiB; give a part of it")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as problem:
        raise ModelError(f"the message is no UTF-8: byte {problem.start}") from None
