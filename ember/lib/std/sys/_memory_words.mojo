"""Numbers and texts at addresses, for code that may neither allocate nor fail."""


@always_inline
def wide_at(address: Int) -> Int:
    """Eight bytes."""
    return UnsafePointer[Int, MutAnyOrigin](unsafe_from_address=address).load[alignment=1]()


@always_inline
def word_at(address: Int) -> Int:
    """Four bytes."""
    return Int(UnsafePointer[UInt32, MutAnyOrigin](unsafe_from_address=address).load[alignment=1]())


@always_inline
def short_at(address: Int) -> Int:
    """Two bytes."""
    return Int(UnsafePointer[UInt16, MutAnyOrigin](unsafe_from_address=address).load[alignment=1]())


@always_inline
def byte_at(address: Int) -> Int:
    """One byte."""
    return Int(UnsafePointer[UInt8, MutAnyOrigin](unsafe_from_address=address)[])


def text_starts(address: Int, text: StaticString) -> Bool:
    """Whether the bytes at an address begin with a text."""
    for i in range(text.byte_length()):
        if byte_at(address + i) != Int(text.unsafe_ptr()[i]):
            return False
    return True


def is_text(address: Int, text: StaticString) -> Bool:
    """Whether a text that ends with a zero is this one."""
    return text_starts(address, text) and byte_at(address + text.byte_length()) == 0


def are_alike(address: Int, other: Int) -> Bool:
    """Whether two texts that end with a zero are the same."""
    var size = text_length(address)
    for i in range(size + 1):
        if byte_at(address + i) != byte_at(other + i):
            return False
    return True


def text_length(address: Int) -> Int:
    """The bytes before the zero."""
    var end = address
    while byte_at(end):
        end += 1
    return end - address


def place_in_text(address: Int, text: StaticString) -> Int:
    """Where a text that ends with a zero has another one in it, or 0."""
    var place = address
    while byte_at(place):
        if text_starts(place, text):
            return place
        place += 1
    return 0
