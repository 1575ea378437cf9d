"""What a program says before it ends because of memory that is not its own, or of a stack that is full."""

from std.io.file_descriptor import _write_all
from std.memory import stack_allocation

comptime _Raw = __mlir_type.`!kgen.pointer<none>`
comptime _STACK_SIZE = 1 << 14
comptime _NEAR = 1 << 20
comptime _FLAGS = 0x4800_0004
"""SA_SIGINFO | SA_NODEFER | SA_ONSTACK"""
comptime _STACK_POINTER = 54 if __target_info["arch"]() == "aarch64" else 20
"""The word that has the stack pointer in what the system tells a handler."""


# Memory and calls are plain here, for this is in every program: what checks indices would bring its messages along.


def _watch_faults():
    # From now on faults of this program end it with a message.
    _give_handlers_a_stack()
    # struct sigaction: handler, 16 words of mask, flags, restorer
    var action = stack_allocation[19, Int]()
    for i in range(19):
        action[i] = 0
    var handler: def(Int32, _Raw, _Raw) thin -> None = _on_fault
    action[0] = UnsafePointer(to=handler).bitcast[Int]()[]
    action[17] = _FLAGS
    _ = __mlir_op.`pop.external_call`[name="sigaction", fixed=-1, _type=Int32](Int32(11), action.address, Int(0))
    _ = __mlir_op.`pop.external_call`[name="sigaction", fixed=-1, _type=Int32](Int32(7), action.address, Int(0))


def _give_handlers_a_stack():
    # The stack of this thread may be full when a handler is called, so that one runs on another.
    var stack = stack_allocation[3, Int]()
    stack[0] = __mlir_op.`pop.external_call`[name="mmap", fixed=-1, _type=Int](
        Int(0), Int(_STACK_SIZE), Int32(3), Int32(0x22), Int32(-1), Int(0)
    )
    stack[1] = 0
    stack[2] = _STACK_SIZE
    if stack[0] != -1:
        _ = __mlir_op.`pop.external_call`[name="sigaltstack", fixed=-1, _type=Int32](stack.address, Int(0))


def _on_fault(number: Int32, info: _Raw, context: _Raw):
    # The address is the third word of siginfo_t. Nothing here may allocate.
    var address = _word(info, 2)
    var distance = address - _word(context, _STACK_POINTER)
    if -_NEAR < distance < _NEAR:
        _say("stack overflow: functions call one another too deeply, or their local arrays are too big\n")
    else:
        _say("invalid memory access at address 0x")
        _say_number(address)
        if 0 <= address < 4096:
            _say(": a null pointer, or memory that could not be allocated")
        _say("\n")
    __mlir_op.`pop.external_call`[name="abort", fixed=-1]()


def _word(place: _Raw, index: Int) -> Int:
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=place)[index]


def _say(text: StaticString):
    _write_all(2, text._data, text.byte_length())


def _say_number(number: Int):
    var digits = stack_allocation[16, UInt8]()
    var rest = UInt(number)
    var first = 16
    while first == 16 or rest != 0:
        first -= 1
        var digit = Int(rest & 15)
        digits[first] = UInt8(48 + digit if digit < 10 else 87 + digit)
        rest >>= 4
    _write_all(2, (digits + first).address, 16 - first)
