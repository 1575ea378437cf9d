"""Compile-time values as LLVM constants.

`text` gives the form for a register operand, `memory_text` the form inside aggregates and globals (a bool is a byte
there). Neither says the type: the user of a constant does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ember.codegen.text.types import (
    FLOAT,
    OTHER,
    SIGNED,
    SMALL_FLOAT,
    UNSIGNED,
    NoLlvmForm,
    TypeInfo,
    TypeTable,
)
from ember.dialects import types as t
from ember.dialects.constants import (
    FrozenBlock,
    HeapRef,
    SymbolOffset,
    encode_float,
    round_float,
)
from ember.ir.nodes import SymbolRef
from ember.ir.text_values import split_list
from ember.support import dtype as dt
from ember.support.dtype import DType


class ConstantWriter:
    """Writes constants, adding the globals they point into to `globals`.

    `symbol` spells a function's or global's name.
    """

    __slots__ = ("_blocks", "_globals", "_strings", "_symbol", "_types")

    def __init__(self, types: TypeTable, symbol: Callable[[str], str], globals: list[str]) -> None:
        self._types = types
        self._symbol = symbol
        self._globals = globals
        self._strings: dict[bytes, str] = {}
        self._blocks: dict[FrozenBlock, str] = {}

    def text(self, value: object, type: t.Type) -> str:
        """The constant as an operand in a register."""
        info = self._types[type]
        if isinstance(type, t.SimdType):
            return self._lanes(value, type, info)
        if info.column != OTHER:
            return self._word(value, info)
        if type is t.STRING:
            return self._string(value)
        return self._aggregate(value, type, info)

    def memory_text(self, value: object, type: t.Type) -> str:
        """The constant as it stands in memory."""
        info = self._types[type]
        if info.is_none:
            return "zeroinitializer"
        if info.text == info.memory:
            return self.text(value, type)
        if isinstance(type, t.SimdType) and info.lanes > 1:
            return str(_packed_bits(value, type, info))
        if isinstance(type, t.SimdType) and info.column == SMALL_FLOAT:
            return str(_minifloat(value, type.dtype) & 0xFF)
        return str(_integer(value) & ((1 << info.bits) - 1))

    def string_address(self, data: bytes) -> str:
        """The private global that holds `data` and a NUL."""
        name = self._strings.get(data)
        if name is None:
            name = self._strings[data] = f"@.str.{len(self._strings)}"
            self._globals.append(
                f"{name} = private unnamed_addr constant [{len(data) + 1} x i8] "
                f'c"{escape(data)}\\00", align 1'
            )
        return name

    def _word(self, value: object, info: TypeInfo) -> str:
        """One integer or pointer."""
        if info.text.startswith("ptr"):
            return self._pointer(value, info)
        return integer_text(_integer(value), info.bits)

    def _pointer(self, value: object, info: TypeInfo) -> str:
        if isinstance(value, SymbolRef):
            return self._symbol(value.name)
        if isinstance(value, SymbolOffset):
            return f"getelementptr (i8, ptr {self._symbol(value.symbol.name)}, i64 {value.offset})"
        if isinstance(value, HeapRef):
            block = self._block(value.block)
            return f"getelementptr (i8, ptr {block}, i64 {value.offset})" if value.offset else block
        if value is None or value == 0:
            return "null"
        return f"inttoptr (i64 {_integer(value)} to {info.text})"

    def _block(self, block: FrozenBlock) -> str:
        """The private global that holds memory filled at compile time."""
        name = self._blocks.get(block)
        if name is not None:
            return name
        name = self._blocks[block] = f"@.block.{len(self._blocks)}"
        pointer = self._types[t.POINTER]
        pieces = []
        end = 0
        for offset, target in (*sorted(block.slots, key=lambda slot: slot[0]), (block.size, None)):
            if offset > end:
                pieces.append(f'[{offset - end} x i8] c"{escape(block.data[end:offset])}"')
            if offset < block.size:
                pieces.append(f"ptr {self._pointer(target, pointer)}")
            end = offset + 8
        types = ", ".join(piece.split(' c"')[0] if piece[0] == "[" else "ptr" for piece in pieces)
        self._globals.append(
            f"{name} = private constant <{{ {types} }}> <{{ {', '.join(pieces)} }}>, "
            f"align {max(1, block.alignment)}"
        )
        return name

    def _lanes(self, value: object, type: t.SimdType, info: TypeInfo) -> str:
        if info.lanes == 1:
            return _lane_text(_only_lane(value), type.dtype, info)
        if not isinstance(value, tuple):
            return f"splat ({info.lane} {_lane_text(value, type.dtype, info)})"
        texts = [_lane_text(lane, type.dtype, info) for lane in value]
        if texts.count(texts[0]) == len(texts):
            return f"splat ({info.lane} {texts[0]})"
        return f"<{', '.join(f'{info.lane} {text}' for text in texts)}>"

    def _string(self, value: object) -> str:
        data = value.encode() if isinstance(value, str) else value
        if not isinstance(data, bytes):
            raise NoLlvmForm(f"{value!r} is not a string constant")
        return f"{{ ptr {self.string_address(data)}, i64 {len(data)} }}"

    def _aggregate(self, value: object, type: t.Type, info: TypeInfo) -> str:
        if value is None or value == ():
            return "zeroinitializer"
        if isinstance(value, bytes):
            return self._bytes(value, type, info)
        if not isinstance(value, tuple):
            raise NoLlvmForm(f"{value!r} is not a constant of type {type}")
        if isinstance(type, t.ArrayType):
            element = info.fields[0]
            is_integer = element.column in (SIGNED, UNSIGNED)
            if is_integer and element.text == element.memory == f"i{element.bits}":
                texts: Iterable[str] = _integers(value, element.bits)
            else:
                texts = (self.memory_text(part, type.element) for part in value)
            return f"[{', '.join([f'{element.memory} {text}' for text in texts])}]"
        if isinstance(type, t.StructType):
            return self._struct(value, type, info)
        raise NoLlvmForm(f"a constant of type {type} must be bytes")

    def _struct(self, value: Sequence[object], type: t.StructType, info: TypeInfo) -> str:
        texts = [self.memory_text(v, e) for v, e in zip(value, type.elements, strict=True)]
        fields = [f"{f.memory} {text}" for f, text in zip(info.fields, texts, strict=True)]
        if not info.text.startswith("<"):
            return f"{{ {', '.join(fields)} }}"
        return _with_padding(fields, info, type)

    def _bytes(self, value: bytes, type: t.Type, info: TypeInfo) -> str:
        """Raw memory as a constant of an array of bytes, or of a union."""
        if isinstance(type, t.ArrayType) and info.fields[0].memory == "i8":
            return f'c"{escape(value)}"'
        if isinstance(type, t.UnionType):
            unit = int(info.text[info.text.rindex("i") + 1 : -1])
            data = value.ljust(info.size, b"\0")
            words = range(0, info.size, unit // 8)
            numbers = [int.from_bytes(data[at : at + unit // 8], "little") for at in words]
            return f"[{', '.join(f'i{unit} {number}' for number in numbers)}]"
        raise NoLlvmForm(f"bytes are not a constant of type {type}")


def escape(data: bytes) -> str:
    """Bytes as LLVM writes them between quotes."""
    return "".join(
        chr(byte) if 32 <= byte < 127 and byte not in (34, 92) else f"\\{byte:02X}" for byte in data
    )


def integer_text(value: int, bits: int) -> str:
    """An integer wrapped to `bits`, written signed."""
    if bits == 1:
        return "true" if value & 1 else "false"
    value &= (1 << bits) - 1
    return str(value - (1 << bits) if value >> (bits - 1) else value)


def _integers(values: Sequence[object], bits: int) -> list[str]:
    """Many integers: tables of constants have thousands."""
    low, high = -1 << (bits - 1), 1 << (bits - 1)
    return [
        str(value)
        if value.__class__ is int and low <= value < high
        else integer_text(_integer(value), bits)
        for value in values
    ]


def float_text(value: float, dtype: DType) -> str:
    """The number in LLVM's exact hexadecimal form, rounded to the dtype."""
    rounded = round_float(value, dtype)
    match dtype.name:
        case "f16":
            return f"0xH{encode_float(rounded, dtype):04X}"
        case "bf16":
            return f"0xR{encode_float(rounded, dtype):04X}"
    return f"0x{encode_float(rounded, dt.F64):016X}"


def _with_padding(fields: list[str], info: TypeInfo, type: t.StructType) -> str:
    """The fields of a packed struct with `zeroinitializer` for the padding between them."""
    parts = info.text.removeprefix("<{ ").removesuffix(" }>")
    pieces = [f"{part} zeroinitializer" for part in split_list(parts)]
    for index, field in zip(info.field_indices, fields, strict=True):
        pieces[index] = field
    return f"<{{ {', '.join(pieces)} }}>"


def _lane_text(value: object, dtype: DType, info: TypeInfo) -> str:
    if info.column == FLOAT or info.lane == "bfloat":
        return float_text(_number(value), dtype)
    if info.column == SMALL_FLOAT:
        return str(_minifloat(value, dtype))
    return integer_text(_integer(value), info.bits)


def _only_lane(value: object) -> object:
    return value[0] if isinstance(value, tuple) and len(value) == 1 else value


def _packed_bits(value: object, type: t.SimdType, info: TypeInfo) -> int:
    """Lanes narrower than a byte as one number, lane 0 lowest."""
    lanes = value if isinstance(value, tuple) else (value,) * info.lanes
    packed = 0
    for position, lane in enumerate(lanes):
        is_float = info.column == SMALL_FLOAT
        bits = _minifloat(lane, type.dtype) if is_float else _integer(lane)
        packed |= (bits & ((1 << info.bits) - 1)) << (position * info.bits)
    return packed


def _minifloat(value: object, dtype: DType) -> int:
    return encode_float(round_float(_number(_only_lane(value)), dtype), dtype)


def _integer(value: object) -> int:
    value = _only_lane(value)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, DType):
        return dt.CODE[value]
    raise NoLlvmForm(f"{value!r} is not an integer constant")


def _number(value: object) -> float:
    if isinstance(value, (int, float)):
        return float(value)
    raise NoLlvmForm(f"{value!r} is not a number")
