"""Element types of numbers: the table every stage shares.

A `DType` is a name plus what hardware needs to know about it: kind and width. The names are those of the IR text
form (`si32`, `f64`); `source_name` is how the language spells them (`int32`, `float64`). `index` and `uindex` are the
machine word, 64 bits on every target we support.
"""

from __future__ import annotations

from typing import Final, Literal

Kind = Literal["bool", "signed", "unsigned", "float", "invalid"]


class DType:
    """One number format; instances are unique per name, so compare with `is`."""

    __slots__ = ("bits", "kind", "name", "source_name")

    def __init__(self, name: str, source_name: str, kind: Kind, bits: int) -> None:
        self.name: Final = name
        self.source_name: Final = source_name
        self.kind: Final[Kind] = kind
        self.bits: Final = bits

    def __repr__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return (dtype_named, (self.name,))

    @property
    def is_integer(self) -> bool:
        """Signed or unsigned, `bool` excluded."""
        return self.kind in ("signed", "unsigned")

    @property
    def is_float(self) -> bool:
        return self.kind == "float"

    @property
    def byte_size(self) -> int:
        """Bytes one element occupies in memory."""
        return max(1, self.bits // 8)


_INTEGER_WIDTHS = (8, 16, 32, 64, 128, 256)

ALL: Final[tuple[DType, ...]] = (
    DType("invalid", "invalid", "invalid", 0),
    DType("bool", "bool", "bool", 1),
    *(DType(f"si{w}", f"int{w}", "signed", w) for w in _INTEGER_WIDTHS),
    *(DType(f"ui{w}", f"uint{w}", "unsigned", w) for w in _INTEGER_WIDTHS),
    DType("index", "int", "signed", 64),
    DType("uindex", "uint", "unsigned", 64),
    DType("f4e2m1fn", "float4_e2m1fn", "float", 4),
    DType("f8e3m4", "float8_e3m4", "float", 8),
    DType("f8e4m3fn", "float8_e4m3fn", "float", 8),
    DType("f8e4m3fnuz", "float8_e4m3fnuz", "float", 8),
    DType("f8e5m2", "float8_e5m2", "float", 8),
    DType("f8e5m2fnuz", "float8_e5m2fnuz", "float", 8),
    DType("f8e8m0fnu", "float8_e8m0fnu", "float", 8),
    DType("bf16", "bfloat16", "float", 16),
    DType("f16", "float16", "float", 16),
    DType("f32", "float32", "float", 32),
    DType("tf32", "tensor_float32", "float", 32),
    DType("f64", "float64", "float", 64),
    DType("f6e2m3fn", "float6_e2m3fn", "float", 6),
    DType("f6e3m2fn", "float6_e3m2fn", "float", 6),
)

BY_NAME: Final[dict[str, DType]] = {d.name: d for d in ALL}
CODE: Final[dict[DType, int]] = {d: code for code, d in enumerate(ALL)}
"""The byte that stands for a dtype at run time: its position in `ALL`."""


def dtype_named(name: str) -> DType:
    """The dtype with this IR name; `KeyError` when there is none."""
    return BY_NAME[name]


BOOL: Final = BY_NAME["bool"]
INDEX: Final = BY_NAME["index"]
UINDEX: Final = BY_NAME["uindex"]
UI8: Final = BY_NAME["ui8"]
F32: Final = BY_NAME["f32"]
F64: Final = BY_NAME["f64"]
