"""Faults of simulated threads: a bad address stops the kernel, not the process."""

from std.ffi import external_call
from std.gpu._simulator.state import Bytes, Failure, fail, simulation

comptime _SEGMENTATION_FAULT = Int32(11)
comptime _BUS_ERROR = Int32(7)
comptime _TRAP = Int32(5)
comptime _ILLEGAL_INSTRUCTION = Int32(4)
comptime _ACTION_SIZE = 152
comptime _ALTERNATE_STACK_SIZE = 1 << 16
# SA_SIGINFO | SA_NODEFER | SA_ONSTACK
comptime _FLAGS = Int32(0x48000004)
comptime _SIGNALS = 4


def _signal_number(i: Int) -> Int32:
    if i == 0:
        return _SEGMENTATION_FAULT
    if i == 1:
        return _BUS_ERROR
    if i == 2:
        return _TRAP
    return _ILLEGAL_INSTRUCTION


def catch_faults() -> Bytes:
    """Lets faults stop the running kernel; gives what `restore_faults` needs."""
    var saved = Bytes.alloc(_SIGNALS * _ACTION_SIZE + 24 + _ALTERNATE_STACK_SIZE, alignment=16)
    var old_stack = saved + _SIGNALS * _ACTION_SIZE
    # stack_t: address, flags, size
    var stack = InlineArray[Int, 3](fill=0)
    stack[0] = Int(old_stack + 24)
    stack[2] = _ALTERNATE_STACK_SIZE
    _ = external_call["sigaltstack", Int32](UnsafePointer(to=stack), old_stack)
    # struct sigaction: handler, 128 bytes of mask, flags, restorer
    var action = InlineArray[Int, 19](fill=0)
    var handler: def(Int32, Bytes, Bytes) thin -> None = _on_fault
    action[0] = UnsafePointer(to=handler).bitcast[Int]()[]
    action[17] = Int(_FLAGS)
    for i in range(_SIGNALS):
        _ = external_call["sigaction", Int32](_signal_number(i), UnsafePointer(to=action), saved + i * _ACTION_SIZE)
    return saved


def restore_faults(saved: Bytes):
    """Undoes `catch_faults`."""
    for i in range(_SIGNALS):
        _ = external_call["sigaction", Int32](_signal_number(i), saved + i * _ACTION_SIZE, Bytes())
    _ = external_call["sigaltstack", Int32](saved + _SIGNALS * _ACTION_SIZE, Bytes())
    saved.free()


def _on_fault(number: Int32, info: Bytes, context: Bytes):
    # The address is at byte 16 of siginfo_t.
    if number == _SEGMENTATION_FAULT or number == _BUS_ERROR:
        fail(Failure.ADDRESS, (info + 16).bitcast[Int]()[])
    fail(Failure.TRAP)
