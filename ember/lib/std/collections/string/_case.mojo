"""Upper and lower case of characters: ASCII, Latin, Greek, Cyrillic and Armenian ranges."""


def _to_upper(c: Int) -> Int:
    # The upper case character, or `c` itself.
    if c < 128:
        return c - 32 if c >= 97 and c <= 122 else c
    if (c >= 0xE0 and c <= 0xFE and c != 0xF7) or (c >= 0x3B1 and c <= 0x3C9 and c != 0x3C2):
        return c - 32
    if c == 0xFF:
        return 0x178
    if c == 0xB5:
        return 0x39C
    if (c >= 0x100 and c <= 0x137) or (c >= 0x14A and c <= 0x177):
        return c - 1 if c & 1 == 1 and c != 0x131 else c
    if (c >= 0x139 and c <= 0x148) or (c >= 0x179 and c <= 0x17E):
        return c - 1 if c & 1 == 0 else c
    if c >= 0x430 and c <= 0x44F:
        return c - 32
    if c >= 0x450 and c <= 0x45F:
        return c - 80
    if c >= 0x460 and c <= 0x4FF and c & 1 == 1 and (c <= 0x481 or c >= 0x48B) and not (c >= 0x4C0 and c <= 0x4CF):
        return c - 1
    if c >= 0x561 and c <= 0x586:
        return c - 48
    return c


def _to_lower(c: Int) -> Int:
    # The lower case character, or `c` itself.
    if c < 128:
        return c + 32 if c >= 65 and c <= 90 else c
    if (c >= 0xC0 and c <= 0xDE and c != 0xD7) or (c >= 0x391 and c <= 0x3A9):
        return c + 32
    if c == 0x178:
        return 0xFF
    if (c >= 0x100 and c <= 0x137) or (c >= 0x14A and c <= 0x177):
        return c + 1 if c & 1 == 0 and c != 0x130 else c
    if (c >= 0x139 and c <= 0x148) or (c >= 0x179 and c <= 0x17E):
        return c + 1 if c & 1 == 1 else c
    if c >= 0x410 and c <= 0x42F:
        return c + 32
    if c >= 0x400 and c <= 0x40F:
        return c + 80
    if c >= 0x460 and c <= 0x4FF and c & 1 == 0 and (c <= 0x480 or c >= 0x48A) and not (c >= 0x4C0 and c <= 0x4CF):
        return c + 1
    if c >= 0x531 and c <= 0x556:
        return c + 48
    return c
