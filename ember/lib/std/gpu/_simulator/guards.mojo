"""Memory of the simulated device, between guards: a kernel that goes astray is stopped or reported, and never reaches the host's.

A buffer lies in pages of its own. In front of it and behind it are bytes of a known pattern, which are looked at after every
launch: a kernel that has written there is named, and the program goes on, as on a GPU. Farther out are pages that nobody may
touch, where the kernel is stopped at once, with its block and thread. `EMBER_SIM_CHECK=1` finds everything (`check.mojo`).
"""

from std.ffi import external_call
from std.gpu._message import Message
from std.gpu._simulator.state import Bytes

comptime _FAR = 1 << 28
"""Bytes on either side that nobody may touch: addresses only, they take no memory."""
comptime _LESS_FAR = 1 << 20
"""The same where there are not so many addresses."""
comptime _NEAR = 65536
"""Bytes on either side that may be read; those next to the buffer hold the pattern."""
comptime _WATCHED_BEFORE = 1024
comptime _WATCHED_BEHIND = 16384
comptime _PATTERN = Byte(0xA5)
comptime _NO_ACCESS = Int32(0)
comptime _READ_WRITE = Int32(3)
comptime _PRIVATE_ANONYMOUS_NORESERVE = Int32(0x4022)


struct _Header(TrivialRegisterPassable):
    # What is known of a buffer; where kernels cannot damage it. The buffers are a list.
    var next: Int
    var previous: Int
    var address: Int
    var size: Int
    var far: Int

    def __init__(out self, next: Int, address: Int, size: Int, far: Int):
        self.next = next
        self.previous = 0
        self.address = address
        self.size = size
        self.far = far


@always_inline
def _first() -> UnsafePointer[Int, MutAnyOrigin]:
    # The header of the newest buffer, or 0.
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["ember_simulated_buffers", Int]())


@always_inline
def _header(at: Int) -> UnsafePointer[_Header, MutAnyOrigin]:
    return UnsafePointer[_Header, MutAnyOrigin](unsafe_from_address=at)


def _room(size: Int) -> Int:
    return ((size + 65535) & -65536) + 2 * _NEAR


def allocate_guarded(size: Int) -> Int:
    """The address of a new buffer; 0 if there is no memory."""
    var far = _FAR
    var address = _pages(size, far)
    if address == 0:
        far = _LESS_FAR
        address = _pages(size, far)
    if address == 0:
        return 0
    var header = UnsafePointer[_Header, MutAnyOrigin].alloc(1)
    header[] = _Header(_first()[], address, size, far)
    if header[].next != 0:
        _header(header[].next)[].previous = Int(header)
    _first()[] = Int(header)
    _fill(address - _WATCHED_BEFORE, _WATCHED_BEFORE)
    _fill(address + size, _WATCHED_BEHIND)
    return address


def _pages(size: Int, far: Int) -> Int:
    # Where a buffer may lie, in pages that may be touched.
    var room = _room(size)
    var start = external_call["mmap", Int](
        Int(0), room + 2 * far, _NO_ACCESS, _PRIVATE_ANONYMOUS_NORESERVE, Int32(-1), Int(0)
    )
    if start == -1:
        return 0
    if external_call["mprotect", Int32](start + far, room, _READ_WRITE) != 0:
        _ = external_call["munmap", Int32](start, room + 2 * far)
        return 0
    return start + far + _NEAR


def free_guarded(address: Int):
    """Gives a buffer back; an address that is none's is left alone."""
    var at = _first()[]
    while at != 0 and _header(at)[].address != address:
        at = _header(at)[].next
    if at == 0:
        return
    var known = _header(at)[]
    if known.next != 0:
        _header(known.next)[].previous = known.previous
    if known.previous != 0:
        _header(known.previous)[].next = known.next
    else:
        _first()[] = known.next
    _header(at).free()
    _ = external_call["munmap", Int32](address - _NEAR - known.far, _room(known.size) + 2 * known.far)


def check_guards(kernel: StaticString):
    """Says on the error output if a kernel has written next to a buffer; like a GPU, the program goes on."""
    var at = _first()[]
    while at != 0:
        var known = _header(at)[]
        var before = known.address - _WATCHED_BEFORE
        var behind = known.address + known.size
        if not _is_whole(before, _WATCHED_BEFORE):
            _fill(before, _WATCHED_BEFORE)
            _report(kernel, "in front", known.size)
        if not _is_whole(behind, _WATCHED_BEHIND):
            var place = Message("at byte ")
            place.put(known.size + _first_changed(behind))
            _fill(behind, _WATCHED_BEHIND)
            _report(kernel, place.text, known.size)
        at = known.next


@no_inline
def _report(kernel: StaticString, place: StringSlice[ImmAnyOrigin], size: Int):
    var message = Message("warning: kernel '")
    message.put(kernel)
    message.put("' has written ")
    message.text += place
    message.put(" of a buffer of ")
    message.put(size)
    message.put(" bytes on the simulated device; EMBER_SIM_CHECK=1 names the thread and the line\n")
    _ = external_call["write", Int](Int32(2), message.text.unsafe_ptr(), message.text.byte_length())


def _fill(address: Int, size: Int):
    _ = external_call["memset", Int](address, Int32(_PATTERN), size)


@always_inline
def _is_whole(address: Int, size: Int) -> Bool:
    # All bytes are like the ones before them, and the first is right.
    if Bytes(unsafe_from_address=address)[] != _PATTERN:
        return False
    return external_call["memcmp", Int32](address, address + 1, size - 1) == 0


def _first_changed(address: Int) -> Int:
    var bytes = Bytes(unsafe_from_address=address)
    var i = 0
    while bytes[i] == _PATTERN:
        i += 1
    return i
