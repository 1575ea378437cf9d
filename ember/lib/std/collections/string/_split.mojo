"""Cutting a text into parts. A part is a view of the text, or a String of its own: `Part` says which."""

from std.collections.string.codepoint import _sequence_size


@always_inline
def _is_space(byte: Int) -> Bool:
    # White space of one byte: ASCII's and three of its four separators.
    return byte == 32 or (byte >= 9 and byte <= 13) or (byte >= 0x1C and byte <= 0x1E)


@always_inline
def _long_end(text: StringSlice, i: Int) -> Int:
    # How many bytes of the line end beyond ASCII that begins at `i`: U+0085, U+2028 or U+2029. 0: there is none.
    var byte = text._byte(i)
    if byte == 0xC2 and i + 1 < text._length and text._byte(i + 1) == 0x85:
        return 2
    if byte == 0xE2 and i + 2 < text._length and text._byte(i + 1) == 0x80 and text._byte(i + 2) | 1 == 0xA9:
        return 3
    return 0


@always_inline
def _space_at(text: StringSlice, i: Int) -> Int:
    # How many bytes the white space at `i` has; 0: there is none.
    var byte = text._byte(i)
    if byte < 128:
        return Int(_is_space(byte))
    return _long_end(text, i)


@always_inline
def _line_end_at(text: StringSlice, i: Int) -> Int:
    # How many bytes the line end at `i` has; 0: there is none.
    var byte = text._byte(i)
    if byte >= 128:
        return _long_end(text, i)
    if byte == 13 and i + 1 < text._length and text._byte(i + 1) == 10:
        return 2
    return Int(_is_space(byte) and byte != 32 and byte != 9)


def _split_at[Part: Movable & Deinitable](
    text: StringSlice, sep: StringSlice[ImmAnyOrigin], maxsplit: Int
) -> List[Part]:
    # The parts between occurrences of `sep`, cut at most `maxsplit` times if that is not negative.
    if sep._length == 0:
        return _split_characters[Part](text)
    var parts = List[Part]()
    var start = 0
    var left = maxsplit
    while left != 0:
        var found = text.find(sep, start)
        if found < 0:
            break
        parts.append(Part(text._part(start, found)))
        start = found + sep._length
        left -= 1
    parts.append(Part(text._part(start, text._length)))
    return parts^


def _split_characters[Part: Movable & Deinitable](text: StringSlice) -> List[Part]:
    # Every character, and the empty texts around them.
    var parts = List[Part]()
    parts.append(Part(text._part(0, 0)))
    var position = 0
    while position < text._length:
        var end = min(position + _sequence_size(text._byte(position)), text._length)
        parts.append(Part(text._part(position, end)))
        position = end
    parts.append(Part(text._part(position, position)))
    return parts^


def _split_words[Part: Movable & Deinitable](text: StringSlice, maxsplit: Int) -> List[Part]:
    # What is between white space; after `maxsplit` words, if that is not negative, the rest as it is.
    var parts = List[Part]()
    var position = 0
    while True:
        while position < text._length:
            var size = _space_at(text, position)
            if size == 0:
                break
            position += size
        if position >= text._length:
            break
        var start = position
        if len(parts) == maxsplit:
            position = text._length
        while position < text._length and _space_at(text, position) == 0:
            position += 1
        parts.append(Part(text._part(start, position)))
    return parts^


def _split_lines[Part: Movable & Deinitable](text: StringSlice, keepends: Bool) -> List[Part]:
    # What is between line ends, with these or without.
    var lines = List[Part]()
    var start = 0
    var i = 0
    while i < text._length:
        var size = _line_end_at(text, i)
        if size == 0:
            i += 1
            continue
        var end = i
        i += size
        lines.append(Part(text._part(start, i if keepends else end)))
        start = i
    if start < text._length:
        lines.append(Part(text._part(start, text._length)))
    return lines^
