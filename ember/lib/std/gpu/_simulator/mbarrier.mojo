"""Barriers in shared memory: they count arrivals of threads and bytes of asynchronous copies.

One is a 64-bit word. Bits 0-19: how many arrivals complete a phase; 20-39: how many are missing; 40-61: bytes still to
come (signed); 63: the parity of the phase.
"""

from std.gpu._simulator.check import checks, is_checking, note_written, pass_barrier, require_written
from std.gpu._simulator.check_copies import wait_for_barrier
from std.gpu._simulator.rendezvous import take_turns
from std.gpu._simulator.state import Failure, fail, simulation

comptime MemoryBarrier = UnsafePointer[UInt64, MutAnyOrigin, address_space = AddressSpace.SHARED]

comptime _COUNT = UInt64(0xFFFFF)
comptime _PHASE = UInt64(1) << 63


@always_inline
def _pack(expected: UInt64, missing: UInt64, bytes: Int, phase: UInt64) -> UInt64:
    return expected | (missing << 20) | ((UInt64(bytes) & 0x3FFFFF) << 40) | phase


@always_inline
def _bytes_of(word: UInt64) -> Int:
    var bits = Int((word >> 40) & 0x3FFFFF)
    return bits - 0x400000 if bits >= 0x200000 else bits


def initialize(barrier: MemoryBarrier, count: UInt32):
    """A barrier that `count` arrivals complete."""
    barrier[] = _pack(UInt64(count), UInt64(count), 0, 0)
    comptime if is_checking():
        note_written(Int(barrier), 8)
    simulation()[].idle_turns = 0


def arrive_at(barrier: MemoryBarrier, count: UInt32, bytes: Int, drops: Bool = False) -> UInt64:
    """Announces `bytes` more, then arrives `count` times; gives the state before."""
    comptime if is_checking():
        require_written(Int(barrier), 8)
    var state = barrier[]
    var expected = state & _COUNT
    var missing = (state >> 20) & _COUNT
    if UInt64(count) > missing:
        fail(Failure.MBARRIER)
    if drops:
        expected -= 1
    _settle(barrier, expected, missing - UInt64(count), _bytes_of(state) + bytes, state & _PHASE)
    return state


def announce(barrier: MemoryBarrier, bytes: Int):
    """`bytes` more will be copied; negative: have been."""
    comptime if is_checking():
        require_written(Int(barrier), 8)
    var state = barrier[]
    _settle(barrier, state & _COUNT, (state >> 20) & _COUNT, _bytes_of(state) + bytes, state & _PHASE)


def _settle(barrier: MemoryBarrier, expected: UInt64, missing: UInt64, bytes: Int, phase: UInt64):
    # The next phase begins when nothing is missing.
    if missing == 0 and bytes == 0:
        barrier[] = _pack(expected, expected, 0, phase ^ _PHASE)
        comptime if is_checking():
            pass_barrier()
    else:
        barrier[] = _pack(expected, missing, bytes, phase)
    simulation()[].idle_turns = 0


def has_left(barrier: MemoryBarrier, state: UInt64) -> Bool:
    """Whether the phase of `state` is complete. If not, other threads run before the answer is given."""
    comptime if is_checking():
        require_written(Int(barrier), 8)
    if barrier[] & _PHASE == state & _PHASE:
        take_turns()
    var is_over = barrier[] & _PHASE != state & _PHASE
    comptime if is_checking():
        if is_over:
            wait_for_barrier(checks()[].copies, Int(barrier))
    return is_over


def missing_arrivals(state: UInt64) -> UInt32:
    """How many arrivals were missing in a state."""
    return UInt32((state >> 20) & _COUNT)


@always_inline
def state_of_parity(parity: UInt32) -> UInt64:
    """A state in the phase with this parity."""
    return UInt64(parity & 1) << 63
