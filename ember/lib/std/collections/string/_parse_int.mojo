"""Text to integers."""


def _digit(byte: Int) -> Int:
    # The value of a digit or letter, 99 for anything else.
    if byte >= 48 and byte <= 57:
        return byte - 48
    if byte >= 97 and byte <= 122:
        return byte - 87
    if byte >= 65 and byte <= 90:
        return byte - 55
    return 99


def _parse_int(text: StringSlice[ImmAnyOrigin], base: Int) raises -> Int:
    # White space around it, a sign, a prefix that fits the base, and single underscores are allowed.
    if base != 0 and (base < 2 or base > 36):
        raise Error("Base must be >= 2 and <= 36, or 0.")
    var t = text.strip()
    var i = 0
    var negative = False
    if t._length > 0 and (t._byte(0) == 45 or t._byte(0) == 43):
        negative = t._byte(0) == 45
        i = 1
    var radix = base
    if i + 1 < t._length and t._byte(i) == 48:
        var letter = t._byte(i + 1) | 32
        var implied = 16 if letter == 120 else (8 if letter == 111 else (2 if letter == 98 else 0))
        if implied != 0 and (base == 0 or base == implied):
            radix = implied
            i += 2
    if radix == 0:
        radix = 10
    var value = 0
    var digits = 0
    var after_underscore = False
    while i < t._length:
        var byte = t._byte(i)
        i += 1
        if byte == 95 and not after_underscore and i < t._length:
            after_underscore = True
            continue
        after_underscore = False
        var digit = _digit(byte)
        if digit >= radix:
            raise _not_an_integer(text, base)
        if value > (Int.MAX - digit) // radix:
            if negative and value * radix + digit == Int.MIN and i == t._length:
                return Int.MIN
            raise Error(_not_an_integer(text, base), " String expresses an integer too large to store in Int.")
        value = value * radix + digit
        digits += 1
    if digits == 0:
        raise _not_an_integer(text, base)
    return -value if negative else value


def _not_an_integer(text: StringSlice[ImmAnyOrigin], base: Int) -> Error:
    return Error("String is not convertible to integer with base ", base, ": '", text, "'")
