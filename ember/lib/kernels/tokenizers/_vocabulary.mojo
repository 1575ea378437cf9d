"""A vocabulary: the bytes of every token, and a table that finds tokens by their bytes."""

comptime NOT_FOUND = -1
comptime HASH_START: UInt64 = 0xCBF29CE484222325
comptime _HASH_FACTOR: UInt64 = 0x100000001B3


struct Vocabulary(Movable, Sized):
    """Tokens by number and by bytes. Of equal tokens the first is found."""

    var data: List[UInt8]
    var starts: List[Int]
    """Where in `data` a token starts; one more than there are tokens."""
    var slots: List[Int32]
    var longest: Int

    def __init__(out self, packed: Span[UInt8, _], count: Int, is_byte_level: Bool) raises:
        """Reads tokens as GGUF has them: each a length of eight bytes and its text."""
        self.data = List[UInt8](capacity=len(packed))
        self.starts = List[Int](capacity=count + 1)
        self.starts.append(0)
        self.longest = 0
        self.slots = List[Int32](length=_table_size(count), fill=NOT_FOUND)
        var at = 0
        var is_findable = List[Bool](capacity=count)
        for _ in range(count):
            var size = read_size(packed, at)
            at += 8
            is_findable.append(append_token(self.data, packed[at : at + size], is_byte_level))
            at += size
            self.longest = max(self.longest, len(self.data) - self.starts[len(self.starts) - 1])
            self.starts.append(len(self.data))
        for token in range(count):
            if is_findable[token]:
                self._insert(token)

    def __len__(self) -> Int:
        """How many tokens there are."""
        return len(self.starts) - 1

    def size_of(self, token: Int) -> Int:
        """How many bytes a token has."""
        return self.starts[token + 1] - self.starts[token]

    def address_of(self, token: Int) -> UnsafePointer[UInt8, ImmAnyOrigin]:
        """Where a token's bytes are."""
        return rebind[UnsafePointer[UInt8, ImmAnyOrigin]](self.data.unsafe_ptr()) + self.starts[token]

    def find(self, text: UnsafePointer[UInt8, ImmAnyOrigin], size: Int) -> Int:
        """The token of these bytes, or `NOT_FOUND`."""
        var hash = HASH_START
        for i in range(size):
            hash = with_byte(hash, text[i])
        return self.find_hashed(text, size, hash)

    def find_hashed(self, text: UnsafePointer[UInt8, ImmAnyOrigin], size: Int, hash: UInt64) -> Int:
        """The token of these bytes, whose hash is known."""
        var mask = len(self.slots) - 1
        var slots = self.slots.unsafe_ptr()
        var slot = _slot(hash, mask)
        while True:
            var token = Int(slots[slot])
            if token == NOT_FOUND:
                return NOT_FOUND
            if self.size_of(token) == size and _are_equal(self.address_of(token), text, size):
                return token
            slot = (slot + 1) & mask

    def _insert(mut self, token: Int):
        var size = self.size_of(token)
        var text = self.address_of(token)
        var hash = HASH_START
        for i in range(size):
            hash = with_byte(hash, text[i])
        var mask = len(self.slots) - 1
        var slot = _slot(hash, mask)
        while self.slots[slot] != NOT_FOUND:
            var other = Int(self.slots[slot])
            if self.size_of(other) == size and _are_equal(self.address_of(other), text, size):
                return
            slot = (slot + 1) & mask
        self.slots[slot] = Int32(token)


def with_byte(hash: UInt64, byte: UInt8) -> UInt64:
    """The hash of a text and one byte more."""
    return (hash ^ UInt64(byte)) * _HASH_FACTOR


def _slot(hash: UInt64, mask: Int) -> Int:
    return Int(hash ^ (hash >> 32)) & mask


def _table_size(count: Int) -> Int:
    var size = 16
    while size < 2 * count:
        size *= 2
    return size


def _are_equal(a: UnsafePointer[UInt8, ImmAnyOrigin], b: UnsafePointer[UInt8, ImmAnyOrigin], size: Int) -> Bool:
    for i in range(size):
        if a[i] != b[i]:
            return False
    return True


def read_size(packed: Span[UInt8, _], at: Int) raises -> Int:
    """The length of a packed text; an error where the text does not fit."""
    if at + 8 > len(packed):
        raise Error("the vocabulary is cut short")
    var size = 0
    for i in range(8):
        size |= Int(packed[at + i]) << (8 * i)
    if size < 0 or size > len(packed) - at - 8:
        raise Error("the vocabulary is cut short")
    return size


def append_token(mut data: List[UInt8], text: Span[UInt8, _], is_byte_level: Bool) -> Bool:
    """Adds a token's bytes; byte-level vocabularies spell each byte as a printable character.

    False: this one is not spelled so. It stands for its text, but no text becomes it.
    """
    var start = len(data)
    var at = 0
    while is_byte_level and at < len(text):
        var first = Int(text[at])
        var point = first
        if first >= 0x80:
            if first >= 0xE0 or at + 1 >= len(text):
                break
            point = (first & 0x1F) << 6 | Int(text[at + 1]) & 0x3F
        var byte = byte_of_character(point)
        if byte < 0:
            break
        data.append(UInt8(byte))
        at += 1 if first < 0x80 else 2
    if at == len(text):
        return True
    data.shrink(start)
    data.extend(text)
    return not is_byte_level


def byte_of_character(point: Int) -> Int:
    """The byte that a byte-level vocabulary spells with this character, or -1."""
    if (point >= 33 and point <= 126) or (point >= 161 and point <= 172) or (point >= 174 and point <= 255):
        return point
    if point < 256 or point > 323:
        return -1
    var place = point - 256
    if place < 33:
        return place
    if place < 67:
        return place - 33 + 127
    return 173
