"""`tokenizer.model`: vocabularies as SentencePiece writes them, messages of Protocol Buffers.

The numbers of fields are those of SentencePiece's `sentencepiece_model.proto`; what is not needed here is skipped.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from ember.pipelines.tokenizers.native import Kind
from ember.pipelines.tokenizers.tokenizer import TokenizerError

_BPE: Final = 2
_MODELS: Final = {1: "unigram", 3: "word", 4: "char"}
_VARINT, _EIGHT, _BYTES, _FOUR = 0, 1, 2, 5


@dataclass
class Pieces:
    """A vocabulary that is merged by scores: its words, their scores and kinds, and what is done to texts."""

    words: list[str]
    scores: list[float]
    kinds: list[int]
    adds_blank: bool = True
    """Whether texts get a blank in front."""
    unknown: int = 0
    bos: int = 1
    eos: int = 2
    pad: int = -1


def read_pieces(path: Path) -> Pieces:
    """The vocabulary of a file; `TokenizerError` says what it has that is not supported."""
    try:
        return _pieces(path.read_bytes())
    except OSError as problem:
        raise TokenizerError(f"{path}: {problem.strerror}") from None
    except (IndexError, struct.error, UnicodeDecodeError, TypeError):
        raise TokenizerError(f"{path}: this is no vocabulary of SentencePiece") from None
    except TokenizerError as problem:
        raise TokenizerError(f"{path}: {problem}") from None


def _pieces(data: bytes) -> Pieces:
    found = Pieces([], [], [])
    for field, value in _fields(data):
        if field == 1:
            piece = dict(_fields(_bytes(value)))
            found.words.append(_bytes(piece[1]).decode() if 1 in piece else "")
            found.scores.append(struct.unpack("<f", _bytes(piece[2]))[0] if 2 in piece else 0.0)
            found.kinds.append(int(piece.get(3, Kind.NORMAL)))
        elif field == 2:
            _read_training(dict(_fields(_bytes(value))), found)
        elif field == 3:
            _read_normalizer(dict(_fields(_bytes(value))), found)
    if not found.words:
        raise TokenizerError("the vocabulary is empty")
    return found


def _read_training(spec: dict[int, int | bytes], found: Pieces) -> None:
    model = int(spec.get(3, 1))
    if model != _BPE:
        raise TokenizerError(f"models of SentencePiece of the kind '{_MODELS.get(model, model)}' are not supported, only 'bpe'")  # fmt: skip
    numbers = [_signed(int(spec.get(field, usual))) for field, usual in ((40, 0), (41, 1), (42, 2), (43, -1))]  # fmt: skip
    found.unknown, found.bos, found.eos, found.pad = numbers


def _read_normalizer(spec: dict[int, int | bytes], found: Pieces) -> None:
    if spec.get(2):
        name = _bytes(spec.get(1, b"")).decode()
        raise TokenizerError(f"the normalizer '{name}' of SentencePiece is not supported, only 'identity'")  # fmt: skip
    if spec.get(4, 1):
        raise TokenizerError("vocabularies of SentencePiece that drop blanks ('remove_extra_whitespaces') are not supported")  # fmt: skip
    found.adds_blank = bool(spec.get(3, 1))


def _bytes(value: int | bytes) -> bytes:
    if isinstance(value, int):
        raise TypeError
    return value


def _signed(number: int) -> int:
    return number - (1 << 64) if number >= 1 << 63 else number


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Number and value of each field of a message: whole numbers, or the bytes of what it is."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        kind = key & 7
        if kind == _VARINT:
            value, at = _varint(data, at)
            yield key >> 3, value
            continue
        if kind == _BYTES:
            size, at = _varint(data, at)
        elif kind in (_FOUR, _EIGHT):
            size = 4 if kind == _FOUR else 8
        else:
            raise IndexError
        if at + size > len(data):
            raise IndexError
        yield key >> 3, data[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    found = shift = 0
    while True:
        byte = data[at]
        found |= (byte & 127) << shift
        at, shift = at + 1, shift + 7
        if byte < 128:
            return found, at
        if shift > 63:
            raise IndexError


# -- writing ---------------------------------------------------------------------------------------------


def written(pieces: Pieces) -> bytes:
    """The bytes of a `tokenizer.model`."""
    parts = []
    for word, score, kind in zip(pieces.words, pieces.scores, pieces.kinds, strict=True):
        data = _text(1, word.encode()) + b"\x15" + struct.pack("<f", score)
        parts.append(_text(1, data if kind == Kind.NORMAL else data + _number(3, kind)))
    ids = ((40, pieces.unknown), (41, pieces.bos), (42, pieces.eos), (43, pieces.pad))
    training = _number(3, _BPE) + _number(35, 1) + b"".join(_number(*entry) for entry in ids)
    normalizer = _text(1, b"identity") + _number(3, pieces.adds_blank) + _number(4, 0)
    return b"".join([*parts, _text(2, training), _text(3, normalizer)])


def _text(field: int, data: bytes) -> bytes:
    return _packed(field << 3 | _BYTES) + _packed(len(data)) + data


def _number(field: int, value: int) -> bytes:
    return _packed(field << 3 | _VARINT) + _packed(value & (1 << 64) - 1)


def _packed(number: int) -> bytes:
    found = bytearray()
    while number > 127:
        found.append(number & 127 | 128)
        number >>= 7
    return bytes([*found, number])
