"""What a program says before it ends because of memory that is not its own, or of a stack that is full."""

from std.ffi import external_call
from std.io.file_descriptor import _write_all

comptime _Raw = __mlir_type.`!kgen.pointer<none>`
comptime _STACK_SIZE = 1 << 14
comptime _NEAR = 1 << 20
comptime _FLAGS = 0x4800_0004
"""SA_SIGINFO | SA_NODEFER | SA_ONSTACK"""
comptime _STACK_POINTER = 432 if __target_info["arch"]() == "aarch64" else 160
"""Where the system puts the stack pointer into what it tells a handler."""


def _watch_faults():
    # From now on faults of this program end it with a message.
    _give_handlers_a_stack()
    # struct sigaction: handler, 128 bytes of mask, flags, restorer
    var action = InlineArray[Int, 19](fill=0)
    var handler: def(Int32, _Raw, _Raw) thin -> None = _on_fault
    action[0] = UnsafePointer(to=handler).bitcast[Int]()[]
    action[17] = _FLAGS
    _ = external_call["sigaction", Int32](Int32(11), UnsafePointer(to=action), Int(0))
    _ = external_call["sigaction", Int32](Int32(7), UnsafePointer(to=action), Int(0))


def _give_handlers_a_stack():
    # The stack of this thread may be full when a handler is called, so that one runs on another.
    var stack = InlineArray[Int, 3](fill=0)
    stack[0] = external_call["mmap", Int](Int(0), _STACK_SIZE, Int32(3), Int32(0x22), Int32(-1), Int(0))
    stack[2] = _STACK_SIZE
    if stack[0] != -1:
        _ = external_call["sigaltstack", Int32](UnsafePointer(to=stack), Int(0))


def _on_fault(number: Int32, info: _Raw, context: _Raw):
    # The address is at byte 16 of siginfo_t. Nothing here may allocate.
    var address = _word(info, 16)
    var distance = address - _word(context, _STACK_POINTER)
    if -_NEAR < distance < _NEAR:
        _say("stack overflow: functions call one another too deeply, or their local arrays are too big\n")
    else:
        _say("invalid memory access at address 0x")
        _say_number(address)
        if 0 <= address < 4096:
            _say(": a null pointer, or memory that could not be allocated")
        _say("\n")
    external_call["abort", NoneType]()


def _word(place: _Raw, offset: Int) -> Int:
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=place)[offset // 8]


def _say(text: StaticString):
    _write_all(2, text._data, text.byte_length())


def _say_number(number: Int):
    var digits = InlineArray[UInt8, 16](fill=0)
    var rest = UInt(number)
    var first = 16
    while first == 16 or rest != 0:
        first -= 1
        var digit = Int(rest & 15)
        digits[first] = UInt8(48 + digit if digit < 10 else 87 + digit)
        rest >>= 4
    _write_all(2, (UnsafePointer(to=digits).bitcast[UInt8]() + first).address, 16 - first)
