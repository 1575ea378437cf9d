"""Parts of buffers that a kernel was given (`EMBER_SIM_CHECK=1`).

A kernel that gets a part of a buffer (`create_sub_buffer`), and nothing else that leads into that buffer, may use that part only.
"""


@fieldwise_init
struct Part(TrivialRegisterPassable):
    """Bytes that a kernel may use, or the address of a place in a buffer which it may use as a whole: no bytes."""

    var start: Int
    var size: Int


struct Parts:
    """What the arguments of a launch lead to; starts as zeroes."""

    var items: UnsafePointer[Part, MutAnyOrigin]
    var count: Int
    var room: Int
    var is_launched: Bool
    """Whether the launch they belong to has begun."""


def note_part(mut parts: Parts, start: Int, size: Int):
    """An argument of the next launch is a buffer or a part of one."""
    if parts.is_launched:
        parts.is_launched = False
        parts.count = 0
    if parts.count == parts.room:
        var room = 2 * parts.room + 16
        var items = UnsafePointer[Part, MutAnyOrigin].alloc(room)
        for i in range(parts.count):
            items[i] = parts.items[i]
        if parts.room > 0:
            parts.items.free()
        parts.items = items
        parts.room = room
    parts.items[parts.count] = Part(start, size)
    parts.count += 1


def note_words(mut parts: Parts, address: Int, size: Int):
    """An argument of the next launch may hold addresses."""
    var words = UnsafePointer[Int, MutAnyOrigin](unsafe_from_address=address)
    for i in range(size // 8):
        note_part(parts, words[i], 0)


def is_given_in_parts(parts: Parts, start: Int, size: Int) -> Bool:
    """Whether the launch got parts of a buffer only."""
    var found = False
    for i in range(parts.count):
        var part = parts.items[i]
        if part.start >= start and part.start < start + size:
            if part.size == 0 or part.size >= size:
                return False
            found = True
    return found


def outside_parts(parts: Parts, address: Int, size: Int) -> Int:
    """How many bytes of an access lie outside the part it is nearest to; 0 if it is inside one."""
    var least = Int.MAX
    for i in range(parts.count):
        var part = parts.items[i]
        if part.size > 0:
            var before = max(part.start - address, 0)
            var behind = max(address + size - part.start - part.size, 0)
            least = min(least, max(before, behind))
    return least
