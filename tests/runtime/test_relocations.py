"""Relocations of both machines, against instructions encoded by hand."""

from __future__ import annotations

import struct

import pytest

from ember.runtime.elf import AARCH64, X86_64
from ember.runtime.relocations import MACHINES, STUB_SIZE, OutOfRange

ARM = MACHINES[AARCH64]
X86 = MACHINES[X86_64]
PLACE = 0x10_0000


@pytest.mark.parametrize(
    ("kind", "instruction", "target", "expected"),
    [
        (283, 0x94000000, PLACE + 0x1000, 0x94000400),  # bl forward
        (282, 0x14000000, PLACE - 4, 0x17FFFFFF),  # b backward
        (275, 0x90000000, PLACE + 0x1008, 0xB0000000),  # adrp, one page up
        (275, 0x90000000, PLACE - 0x1000, 0xF0FFFFE0),  # adrp, one page down
        (277, 0x91000000, PLACE + 0x123, 0x91048C00),  # add x0, x0, #0x123
        (286, 0xF9400000, PLACE + 0x128, 0xF9409400),  # ldr x0, [x0, #0x128]
        (299, 0x3DC00000, PLACE + 0x20, 0x3DC00800),  # ldr q0, [x0, #0x20]
        (280, 0x54000000, PLACE + 8, 0x54000040),  # b.eq
        (312, 0xF9400000, PLACE + 8, 0xF9400400),  # ldr x0, [x0, :got_lo12:…]
    ],
)
def test_aarch64_instructions(kind: int, instruction: int, target: int, expected: int) -> None:
    image = bytearray(struct.pack("<I", instruction))
    patch = {**ARM.direct, **ARM.calls, **ARM.through_table}[kind]
    patch(image, 0, target, PLACE)
    assert struct.unpack("<I", image)[0] == expected


@pytest.mark.parametrize("kind", [2, 4, 9, 41, 42])
def test_x86_64_relative_addresses(kind: int) -> None:
    image = bytearray(8)
    patch = {**X86.direct, **X86.calls, **X86.through_table}[kind]
    patch(image, 2, PLACE + 0x40 - 4, PLACE)  # the addend of -4 is the caller's
    assert struct.unpack_from("<i", image, 2)[0] == 0x3C


@pytest.mark.parametrize(("machine", "kind"), [(ARM, 257), (X86, 1)])
def test_absolute_addresses(machine: object, kind: int) -> None:
    image = bytearray(8)
    machine.direct[kind](image, 0, 0x7FFF_1234_5678_9ABC, PLACE)  # type: ignore[attr-defined]
    assert struct.unpack("<Q", image)[0] == 0x7FFF_1234_5678_9ABC


def test_stubs_jump_to_the_address_behind_them() -> None:
    for machine, code in ((ARM, "50000058 00021fd6"), (X86, "ff25 00000000")):
        stub = machine.stub(0x1122_3344_5566_7788)
        assert len(stub) == STUB_SIZE
        assert stub.startswith(bytes.fromhex(code) + struct.pack("<Q", 0x1122_3344_5566_7788))


def test_targets_out_of_reach_are_noticed() -> None:
    for machine, kind, distance in ((ARM, 283, 1 << 28), (ARM, 275, 1 << 33), (X86, 2, 1 << 31)):
        patch = {**machine.direct, **machine.calls}[kind]
        with pytest.raises(OutOfRange):
            patch(bytearray(4), 0, PLACE + distance, PLACE)
