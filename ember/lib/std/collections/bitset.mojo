"""BitSet: a fixed number of bits."""


struct BitSet[size: Int](Boolable, Copyable, Defaultable, Equatable, ImplicitlyCopyable, Movable, Sized, Stringable, Writable):
    """`size` bits, each on or off.

    Example:

    ```mojo
    from std.collections import BitSet

    var primes = BitSet[16]()
    primes.set(2)
    primes.set(3)
    print(len(primes), primes.test(3), primes.test(4))  # 2 True False
    ```

    ```mojo
    from std.collections import BitSet

    var a = BitSet[8]()
    a.set_all()
    a.clear(0)
    a.toggle(1)
    print(len(a))  # 6
    var b = BitSet[8]()
    b.set(7)
    print(len(a.union(b)), len(a.intersection(b)), len(a.difference(b)))  # 6 1 5
    a.toggle_all()
    a.clear_all()
    print(len(a), len(BitSet(SIMD[DType.bool, 4](True, False, True, True))))  # 0 3
    ```

    ```mojo
    from std.collections import BitSet

    var bits = BitSet[8]()
    bits.set(1)
    print(bits.test_range[False, lo=2](), bits.test_range[True]())  # True False
    ```
    """

    comptime _words = (Self.size + 63) // 64

    var _bits: InlineArray[UInt64, (Self.size + 63) // 64]

    def __init__(out self):
        """All bits off."""
        self._bits = InlineArray[UInt64, (Self.size + 63) // 64](fill=UInt64(0))

    def __init__[length: SIMDLength, //](out self: BitSet[Int(length)], init: SIMD[DType.bool, length]):
        """The bits of a vector."""
        self = BitSet[Int(length)]()
        for i in range(Int(length)):
            if init[i]:
                self.set(i)

    def __init__[other_size: Int, //, *, truncate: Bool = False](out self, *, resized_from: BitSet[other_size]):
        """The bits of a set of another size; a smaller one is made only if told to drop what does not fit."""
        comptime assert truncate or other_size <= Self.size, "a smaller BitSet is made with 'truncate=True'"
        self = Self()
        for i in range(min(other_size, Self.size)):
            if resized_from.test(i):
                self.set(i)

    @always_inline
    def set(mut self, idx: Int):
        """Turns a bit on."""
        self._bits[idx >> 6] |= UInt64(1) << UInt64(idx & 63)

    @always_inline
    def clear(mut self, idx: Int):
        """Turns a bit off."""
        self._bits[idx >> 6] &= ~(UInt64(1) << UInt64(idx & 63))

    @always_inline
    def toggle(mut self, idx: Int):
        """Flips a bit."""
        self._bits[idx >> 6] ^= UInt64(1) << UInt64(idx & 63)

    @always_inline
    def test(self, idx: Int) -> Bool:
        """True when a bit is on."""
        return self._bits[idx >> 6] >> UInt64(idx & 63) & 1 != 0

    def clear_all(mut self):
        """Turns all bits off."""
        for i in range(Self._words):
            self._bits[i] = 0

    def set_all(mut self):
        """Turns all bits on."""
        for i in range(Self.size):
            self.set(i)

    def toggle_all(mut self):
        """Flips all bits."""
        for i in range(Self.size):
            self.toggle(i)

    def __len__(self) -> Int:
        """How many bits are on."""
        var total = 0
        for i in range(Self._words):
            total += self._bits[i].reduce_bit_count()
        return total

    def __bool__(self) -> Bool:
        """True when a bit is on."""
        return len(self) > 0

    def union(self, other: Self) -> Self:
        """The bits that are on in one of the two."""
        var result = self
        for i in range(Self._words):
            result._bits[i] |= other._bits[i]
        return result

    def intersection(self, other: Self) -> Self:
        """The bits that are on in both."""
        var result = self
        for i in range(Self._words):
            result._bits[i] &= other._bits[i]
        return result

    def difference(self, other: Self) -> Self:
        """The bits that are on here and off in `other`."""
        var result = self
        for i in range(Self._words):
            result._bits[i] &= ~other._bits[i]
        return result

    def __eq__(self, other: Self) -> Bool:
        """True when all bits are the same."""
        return self._bits == other._bits

    def write_to(self, mut writer: Some[Writer]):
        """Writes the numbers of the bits that are on: `{1, 5}`."""
        writer.write_string("{")
        var first = True
        for i in range(Self.size):
            if self.test(i):
                if not first:
                    writer.write_string(", ")
                first = False
                i.write_to(writer)
        writer.write_string("}")

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `BitSet[16]({3, 7})`."""
        writer.write("BitSet[", Self.size, "](", self, ")")

    def __str__(self) -> String:
        """The text that `print` shows."""
        return String(self)

    def test_range[bit_value: Bool, *, lo: Int = 0, hi: Int = Self.size, max_unroll: Int = 16](self) -> Bool:
        """True when all bits from `lo` up to `hi` are on, or all are off."""
        for i in range(lo, hi):
            if self.test(i) != bit_value:
                return False
        return True
