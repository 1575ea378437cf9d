"""Is a decimal text above the middle between two neighbouring floats? Exactly, with integers of any size."""


def _is_above_middle(text: StringSlice[ImmAnyOrigin], bits: UInt64) -> Bool:
    # Whether the number is nearer to the float after `bits`; in the middle, whether that one is even.
    # The middle is (2 * fraction + 1) * 2**(exponent - 1).
    var biased = Int(bits >> 52)
    var fraction = bits & ((UInt64(1) << 52) - 1)
    var exponent = -1075
    if biased > 0:
        fraction |= UInt64(1) << 52
        exponent = biased - 1076
    var middle = _Natural(2 * fraction + 1)
    var number = _Natural(0)
    var power = _read(text, number)
    # Both sides times what makes them integers.
    if power >= 0:
        number.multiply_by_power_of_ten(power)
    else:
        middle.multiply_by_power_of_ten(-power)
    if exponent >= 0:
        middle.shift_left(exponent)
    else:
        number.shift_left(-exponent)
    var order = number.compared_to(middle)
    return order > 0 or (order == 0 and bits & 1 == 1)


def _read(text: StringSlice[ImmAnyOrigin], mut number: _Natural) -> Int:
    # All digits as one integer; gives the power of ten it has to be multiplied by.
    var power = 0
    var point = False
    var i = 0
    while i < text._length and text._byte(i) | 32 != 101:
        var byte = text._byte(i)
        if byte == 46:
            point = True
        else:
            number.multiply_and_add(10, UInt64(byte - 48))
            power -= Int(point)
        i += 1
    if i == text._length:
        return power
    var negative = text._byte(i + 1) == 45
    var exponent = 0
    for k in range(i + 1, text._length):
        var digit = text._byte(k) - 48
        if digit >= 0 and exponent < 1_000_000:
            exponent = exponent * 10 + digit
    return power - exponent if negative else power + exponent


struct _Natural(Movable):
    """A natural number of any size, in words of 32 bits, the lowest first."""

    var words: List[UInt64]

    def __init__(out self, value: UInt64):
        """A number of one or two words."""
        self.words = [value & 0xFFFF_FFFF, value >> 32]

    def multiply_and_add(mut self, factor: UInt64, summand: UInt64):
        """Times a word, plus a word."""
        var carry = summand
        for ref word in self.words:
            carry += word * factor
            word = carry & 0xFFFF_FFFF
            carry >>= 32
        if carry != 0:
            self.words.append(carry)

    def multiply_by_power_of_ten(mut self, power: Int):
        """Times 10 to a power."""
        for _ in range(power // 9):
            self.multiply_and_add(1_000_000_000, 0)
        for _ in range(power % 9):
            self.multiply_and_add(10, 0)

    def shift_left(mut self, count: Int):
        """Times 2 to a power."""
        self.multiply_and_add(UInt64(1) << UInt64(count % 32), 0)
        var zeros = List[UInt64](length=count // 32, fill=0)
        zeros.extend(self.words.copy())
        self.words = zeros^

    def compared_to(self, other: Self) -> Int:
        """-1, 0 or 1, as it is smaller than, equal to or greater than the other."""
        for i in range(max(len(self.words), len(other.words)) - 1, -1, -1):
            var mine = self.words[i] if i < len(self.words) else UInt64(0)
            var theirs = other.words[i] if i < len(other.words) else UInt64(0)
            if mine != theirs:
                return 1 if mine > theirs else -1
        return 0
