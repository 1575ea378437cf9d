"""Relocations: how code refers to addresses that are only known once it is loaded, per machine.

A rule patches the image at `at`, given the address it must refer to (`target`) and the address of the patched place.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import Final

from ember.runtime.elf import AARCH64, X86_64

Patch = Callable[[bytearray, int, int, int], None]

_WORD: Final = struct.Struct("<I")
_SIGNED_WORD: Final = struct.Struct("<i")
_QUAD: Final = struct.Struct("<Q")
_MASK_64: Final = (1 << 64) - 1


class OutOfRange(Exception):
    """The target is too far away for the instruction."""


class Machine:
    """What the loader has to know about relocations of one machine.

    `direct` refer to a symbol; `calls` may go through a stub when the symbol is far; `through_table` refer to a slot
    that holds the symbol's address. `stub` gives the code that jumps to an address from anywhere.
    """

    __slots__ = ("calls", "direct", "stub", "through_table")

    def __init__(
        self,
        direct: dict[int, Patch],
        calls: dict[int, Patch],
        through_table: dict[int, Patch],
        stub: Callable[[int], bytes],
    ) -> None:
        self.direct = direct
        self.calls = calls
        self.through_table = through_table
        self.stub = stub


STUB_SIZE: Final = 16


def _check(value: int, bits: int) -> int:
    """A signed number that must fit into `bits` bits."""
    if not -(1 << (bits - 1)) <= value < 1 << (bits - 1):
        raise OutOfRange
    return value


def _absolute_64(image: bytearray, at: int, target: int, place: int) -> None:
    _QUAD.pack_into(image, at, target & _MASK_64)


def _absolute_32(image: bytearray, at: int, target: int, place: int) -> None:
    if not 0 <= target < 1 << 32:
        raise OutOfRange
    _WORD.pack_into(image, at, target)


def _relative_32(image: bytearray, at: int, target: int, place: int) -> None:
    _SIGNED_WORD.pack_into(image, at, _check(target - place, 32))


def _relative_64(image: bytearray, at: int, target: int, place: int) -> None:
    _QUAD.pack_into(image, at, (target - place) & _MASK_64)


# -- AArch64 ---------------------------------------------------------------------------------------------


def _or_into(image: bytearray, at: int, field: int, mask: int) -> None:
    """Replaces the bits of an instruction that `mask` covers."""
    (instruction,) = _WORD.unpack_from(image, at)
    _WORD.pack_into(image, at, instruction & ~mask | field & mask)


def _branch(bits: int, shift: int) -> Patch:
    """A jump by a number of instructions, in a field of `bits` bits."""
    mask = ((1 << bits) - 1) << shift

    def patch(image: bytearray, at: int, target: int, place: int) -> None:
        _or_into(image, at, _check(target - place >> 2, bits) << shift, mask)

    return patch


def _page_number(image: bytearray, at: int, target: int, place: int) -> None:
    pages = _check((target >> 12) - (place >> 12), 21)
    _or_into(image, at, (pages & 3) << 29 | (pages >> 2 & 0x7FFFF) << 5, 0x60FF_FFE0)


def _near_address(image: bytearray, at: int, target: int, place: int) -> None:
    distance = _check(target - place, 21)
    _or_into(image, at, (distance & 3) << 29 | (distance >> 2 & 0x7FFFF) << 5, 0x60FF_FFE0)


def _page_offset(scale: int) -> Patch:
    """The last 12 bits of the address, in units of 2**scale bytes."""

    def patch(image: bytearray, at: int, target: int, place: int) -> None:
        _or_into(image, at, ((target & 0xFFF) >> scale) << 10, 0x003F_FC00)

    return patch


def _aarch64_stub(address: int) -> bytes:
    """`ldr x16, .+8; br x16` and the address."""
    return bytes.fromhex("50000058 00021fd6") + _QUAD.pack(address)


_AARCH64: Final = Machine(
    direct={
        257: _absolute_64,
        258: _absolute_32,
        260: _relative_64,
        261: _relative_32,
        273: _branch(19, 5),  # a load of a nearby literal
        274: _near_address,
        275: _page_number,
        276: _page_number,
        277: _page_offset(0),
        278: _page_offset(0),
        279: _branch(14, 5),
        280: _branch(19, 5),
        284: _page_offset(1),
        285: _page_offset(2),
        286: _page_offset(3),
        299: _page_offset(4),
    },
    calls={282: _branch(26, 0), 283: _branch(26, 0), 314: _relative_32},
    through_table={311: _page_number, 312: _page_offset(3)},
    stub=_aarch64_stub,
)


# -- x86-64 ----------------------------------------------------------------------------------------------


def _signed_32(image: bytearray, at: int, target: int, place: int) -> None:
    _SIGNED_WORD.pack_into(image, at, _check(target, 32))


def _x86_64_stub(address: int) -> bytes:
    """`jmp *0(%rip)` and the address."""
    return bytes.fromhex("ff25 00000000") + _QUAD.pack(address) + b"\xcc\xcc"


_X86_64: Final = Machine(
    direct={1: _absolute_64, 2: _relative_32, 10: _absolute_32, 11: _signed_32, 24: _relative_64},
    calls={4: _relative_32},
    through_table={9: _relative_32, 41: _relative_32, 42: _relative_32, 43: _relative_32},
    stub=_x86_64_stub,
)

MACHINES: Final = {AARCH64: _AARCH64, X86_64: _X86_64}
