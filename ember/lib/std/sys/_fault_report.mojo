"""What a program says before it ends because of memory that is not its own or not there, or of a stack that is full.

The compiler adds these functions to programs as an object of its own, compiled once. A fault looks up names, and lines with
`-g`, in the program's files; nothing is prepared for it.
"""

from std.sys._elf import ElfFile, Function, own_file
from std.sys._lines import LIBRARY, Line, LineSearch, function_with, is_instance
from std.sys._memory_words import byte_at, place_in_text, text_length, text_starts, wide_at
from std.atomic import Atomic
from std.memory import stack_allocation
from std.sys.intrinsics import llvm_intrinsic

comptime _Raw = __mlir_type.`!kgen.pointer<none>`
comptime _STACK_SIZE = 1 << 16
comptime _NEAR = 1 << 20
comptime _FLAGS = 0x4800_0004
"""SA_SIGINFO | SA_NODEFER | SA_ONSTACK"""
comptime _IS_ARM = __target_info["arch"]() == "aarch64"
comptime _FRAME = 52 if _IS_ARM else 15
"""The words of the registers in what the system tells a handler."""
comptime _STACK_POINTER = 54 if _IS_ARM else 20
comptime _PROGRAM_COUNTER = 55 if _IS_ARM else 21
comptime _LINK = 53
comptime _PUSH_FRAME = 0x55
"""The first byte of functions of x86-64 that keep a frame."""
comptime _MAIN = StaticString("std.builtin._startup::_run")
"""What calls `main`, and holds its code where that was inlined."""
comptime _FIRST_SHOWN = 8
comptime _LAST_SHOWN = 3
comptime _REMEMBERED = 8
comptime _SCANNED = 4096


# -- what programs call ----------------------------------------------------------------------------------


@export("__ember_watch_faults")
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
    _watch(4, action.address)
    _watch(7, action.address)
    _watch(8, action.address)
    _watch(11, action.address)
    var report: def(Int, Int) thin -> None = _report_no_memory
    _report()[] = UnsafePointer(to=report).bitcast[Int]()[]


def _watch(number: Int, action: _Raw):
    _ = __mlir_op.`pop.external_call`[name="sigaction", fixed=-1, _type=Int32](Int32(number), action, Int(0))


@export("__ember_fault_stack")
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


@export("__ember_no_memory")
def _no_memory(count: Int, size: Int):
    # Ends the program, which asked for room for `count` elements of `size` bytes.
    if _report()[]:
        _report().bitcast[def(Int, Int) thin -> None]()[](count, size)
    _say_no_memory(count, size)
    _end()


def _report_no_memory(count: Int, size: Int):
    _begin_report()
    _say_no_memory(count, size)
    var frame = llvm_intrinsic["llvm.frameaddress.p0", UnsafePointer[Int, MutAnyOrigin]](Int32(0))
    var walk = _Walk(0, 0, 0, Int(frame))
    _say_trace(UnsafePointer(to=walk))
    _end()


def _say_no_memory(count: Int, size: Int):
    if count < 0:
        _say("memory for a negative number of elements: -")
        _say_number[10](-count)
    else:
        _say("out of memory: there is no room for ")
        _say_number[10](count)
        _say(" element of " if count == 1 else " elements of ")
        _say_number[10](size)
        _say(" byte" if size == 1 else " bytes")
    _say("\n")


comptime _OF_THE_KERNEL = 128  # SI_KERNEL: the reason of a signal without an address

# -- the report ------------------------------------------------------------------------------------------


def _on_fault(number: Int32, info: _Raw, context: _Raw):
    _begin_report()
    var registers = UnsafePointer[Int, MutAnyOrigin](mlir_value=context)
    var details = UnsafePointer[Int, MutAnyOrigin](mlir_value=info)
    var address = details[2]
    var stack = registers[_STACK_POINTER]
    if number == 8:
        _say("a division that has no result\n")
    elif number == 4:
        _say("an instruction that this processor does not have, or code that must not be reached\n")
    elif details[1] & 0xFFFFFFFF == _OF_THE_KERNEL:
        _say("invalid memory access, at an address that no program can have\n")  # x86_64 does not tell it
    elif -_NEAR < address - stack < _NEAR:
        _say("stack overflow: functions call one another too deeply, or their local arrays are too big\n")
    else:
        _say("invalid memory access at address 0x")
        _say_number[16](address)
        if 0 <= address < 4096:
            _say(": a null pointer")
        _say("\n")
    # What is aligned more than usual makes the function align its stack itself: emulators call handlers with any.
    var walk = stack_allocation[1, _Walk, alignment=64]()
    walk.init_pointee_move(_Walk(registers[_PROGRAM_COUNTER], registers[_LINK], stack, registers[_FRAME]))
    _say_trace(walk)
    _end()


def _begin_report():
    # One thread reports. A fault of its own while it does ends the program; other threads wait for the end.
    var thread = __mlir_op.`pop.external_call`[name="pthread_self", fixed=-1, _type=Int]()
    var reporter = Int64(0)
    if not _reporter().bitcast[Atomic[Int64]]()[].compare_exchange(reporter, Int64(thread)):
        while Int(reporter) != thread:
            _ = __mlir_op.`pop.external_call`[name="pause", fixed=-1, _type=Int32]()
        _end()


def _end():
    __mlir_op.`pop.external_call`[name="abort", fixed=-1]()


@no_inline
def _say_trace(walk: UnsafePointer[_Walk, _]):
    # One line for each call, the innermost first; a function that calls itself has one line for all its calls in a row.
    var calls = _for_each_call(walk[].copy(), 0)
    _ = _for_each_call(walk[].copy(), calls)


def _for_each_call(var walk: _Walk, calls: Int) -> Int:
    # Says what there is to say if the number of lines is known already; gives that number.
    var names = Names()
    var line = 0
    var is_below_main = True
    var place = walk.next(names)
    while place:
        var function = names.find(place)
        var inner = place
        var times = 1
        place = walk.next(names)
        while place and function.has(place):
            times += 1
            place = walk.next(names)
        var is_main = text_starts(function.name, _MAIN) and is_below_main
        if is_main or not _is_hidden(function):
            if calls:
                _say_some(function, inner, times, line, calls)
            line += 1
        is_below_main = is_below_main and not is_main and not _ends_with_main(function.name)
    return line


def _ends_with_main(name: Int) -> Bool:
    return text_starts(name + max(0, text_length(name) - 6), "::main")


def _is_hidden(function: Function) -> Bool:
    # What runs before the program's own `main`, and what reports.
    var name = function.name
    return (
        text_starts(name, "std.builtin._startup::")
        or text_starts(name, "main\0")
        or text_starts(name, "_fault_report::")
        or text_starts(name, "__ember_")
    )


def _say_some(function: Function, place: Int, times: Int, line: Int, calls: Int):
    if line < _FIRST_SHOWN or line >= calls - _LAST_SHOWN:
        _say_call(function, place, times, line == 0)
    elif line == _FIRST_SHOWN:
        _say("    ... ")
        _say_number[10](calls - _FIRST_SHOWN - _LAST_SHOWN)
        _say(" more\n")


def _say_call(function: Function, place: Int, times: Int, is_first: Bool):
    _say("    at " if is_first else "    by ")
    var search = LineSearch(function, place)
    search.run()
    var line = search.outer if search.outer.number else search.inner
    var inlined = _inlined(function, line) if line.number else 0
    if inlined:
        _say_function(inlined)
    else:
        _say_name(function)
    if line.number:
        _say_line(" (", line)
        if search.inner.number and search.inner.name != line.name:
            _say_line(", in ", search.inner)
        _say(")")
    if inlined and not (text_starts(function.name, _MAIN) and _ends_with_main(inlined)):
        _say(", inlined in ")
        _say_name(function)
    if times > 1:
        _say(", ")
        _say_number[10](times)
        _say(" times")
    _say("\n")


def _say_name(function: Function):
    if text_starts(function.name, _MAIN):
        _say("main")
    else:
        _say_text(function.name)


def _say_function(name: Int):
    # Without its parameters: of what was inlined it is not known which instance it was.
    var depth = 0
    for place in range(name, name + text_length(name)):
        if byte_at(place) == ord("["):
            depth += 1
        if not depth:
            _write(place, 1)
        if byte_at(place) == ord("]"):
            depth -= 1


def _inlined(function: Function, line: Line) -> Int:
    # The name of the function that a line is in, if its code was inlined into another one; else 0.
    var objects = _objects()[]
    var found = 0
    if not objects:
        found = function_with(line, function.file, function.name)
    else:
        for i in range(wide_at(objects)):
            var entry = objects + 8 + 16 * i
            var file = ElfFile(wide_at(entry), wide_at(entry + 8), 0)
            found = max(found, function_with(line, file, function.name))
    return 0 if not found or is_instance(function.name, found) else found


def _say_line(before: StaticString, line: Line):
    _say(before)
    if line.folder:
        var of_library = place_in_text(line.folder, LIBRARY)
        _say_text(of_library + LIBRARY.byte_length() if of_library else line.folder)
        _say("/")
    _say_text(line.name)
    _say(":")
    _say_number[10](line.number)


def _say_text(address: Int):
    _write(address, text_length(address))


def _say(text: StaticString):
    _write(Int(text.unsafe_ptr()), text.byte_length())


def _say_number[base: Int](number: Int):
    var digits = stack_allocation[24, UInt8]()
    var rest = UInt(number)
    var first = 24
    while first == 24 or rest != 0:
        first -= 1
        var digit = Int(rest % UInt(base))
        digits[first] = UInt8(48 + digit if digit < 10 else 87 + digit)
        rest //= UInt(base)
    _write(Int(digits + first), 24 - first)


def _write(address: Int, size: Int):
    var done = 0
    while done < size:
        var count = __mlir_op.`pop.external_call`[name="write", fixed=-1, _type=Int](Int32(2), address + done, size - done)
        if count <= 0:
            return
        done += count


# -- the way back through the callers --------------------------------------------------------------------


struct Names:
    """Finds functions by places in the code; remembers the last ones, as recursion asks for the same."""

    var _known: InlineArray[Function, _REMEMBERED]
    var _oldest: Int

    def __init__(out self):
        self._known = InlineArray[Function, _REMEMBERED](fill=Function(0, 0, 0, ElfFile(0, 0, 0)))
        self._oldest = 0

    def find(mut self, place: Int) -> Function:
        var known = self._known.unsafe_ptr()
        for i in range(_REMEMBERED):
            if known[i].has(place):
                return known[i]
        var found = _look_up(place)
        if found.end:
            known[self._oldest] = found
            self._oldest = (self._oldest + 1) % _REMEMBERED
        return found

    def has(mut self, place: Int) -> Bool:
        return self.find(place).end != 0


def _look_up(place: Int) -> Function:
    var objects = _objects()[]
    if not objects:
        var file = _own_file()
        return file.function_at(place) if file.start else Function(0, 0, 0, file)
    for i in range(wide_at(objects)):
        var entry = objects + 8 + 16 * i
        var found = ElfFile(wide_at(entry), wide_at(entry + 8), 0).function_at(place)
        if found.end:
            return found
    return Function(0, 0, 0, ElfFile(0, 0, 0))


def _own_file() -> ElfFile:
    # The program's file, opened once.
    if not _file_start()[]:
        var function: def() thin -> None = _watch_faults
        var found = own_file("__ember_watch_faults", UnsafePointer(to=function).bitcast[Int]()[])
        _file_start()[] = found.start if found.start else -1
        _file_bias()[] = found.bias
    return ElfFile(max(0, _file_start()[]), 0, _file_bias()[])


# Variables of the program: what the loader tells, the function that reports, the program's own file, who reports.


def _objects() -> UnsafePointer[Int, MutAnyOrigin]:
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["__ember_objects", Int]())


def _report() -> UnsafePointer[Int, MutAnyOrigin]:
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["__ember_report", Int]())


def _file_start() -> UnsafePointer[Int, MutAnyOrigin]:
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["__ember_own_file", Int]())


def _file_bias() -> UnsafePointer[Int, MutAnyOrigin]:
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["__ember_own_bias", Int]())


def _reporter() -> UnsafePointer[Int, MutAnyOrigin]:
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["__ember_reporter", Int]())


struct _Walk(Copyable):
    """The places in the program's code that a thread is in, the innermost first, found by the frames on its stack.

    Of a call that will return the place is its last byte: the code behind it may be another function's.
    """

    var _counter: Int
    var _link: Int
    var _stack: Int
    var _frame: Int
    var _step: Int

    def __init__(out self, counter: Int, link: Int, stack: Int, frame: Int):
        """`counter`: 0 if the frame is that of a function which reports. `link`: the register that may say where to return."""
        self._counter = counter
        self._link = link
        self._stack = stack
        self._frame = frame
        self._step = 0 if counter else 2

    def next(mut self, mut names: Names) -> Int:
        """The next place; 0 when there are no more."""
        if self._step == 0:
            self._step = 1
            if names.has(self._counter):
                return self._counter
        if self._step == 1:
            self._step = 2
            var link = self._unsaved_link(names)
            if link:
                return link
            if not names.has(self._counter):
                self._find_frame(names)
        var place = self._caller(names)
        if place:
            var outer = wide_at(self._frame)
            self._frame = outer if outer > self._frame else 0
        return place

    def _caller(self, mut names: Names) -> Int:
        # What called the function of the frame, if that is ours.
        if self._frame & 7 or self._frame < max(4096, self._stack):
            return 0
        var place = wide_at(self._frame + 8) - 1
        return place if names.has(place) else 0

    def _unsaved_link(self, mut names: Names) -> Int:
        # What called the innermost function, if that has no frame (yet): it calls nothing, or has just begun.
        var function = names.find(self._counter)
        var link = self._link
        comptime if not _IS_ARM:
            if function.end and byte_at(function.start) == _PUSH_FRAME and self._counter != function.start:
                return 0
            link = wide_at(self._stack)  # a call leaves it there; a function with a frame may be where the stack is not
        var place = link - 1
        if not names.has(place) or function.has(place) or place == self._caller(names):
            return 0
        return place

    def _find_frame(mut self, mut names: Names):
        # Functions of C need not keep a frame: the nearest thing on the stack that looks like one of ours.
        if self._caller(names):
            return
        for place in range(self._stack, self._stack + 8 * _SCANNED, 8):
            var outer = wide_at(place)
            if place < outer < place + _NEAR and outer & 7 == 0:
                if names.has(wide_at(place + 8) - 1) and names.has(wide_at(outer + 8) - 1):
                    self._frame = place
                    return
