"""The strategy of texts."""

from std.collections.string.codepoint import Codepoint
from std.testing.prop.random import Rng
from std.testing.prop.strategy.strategy import Strategy


@fieldwise_init
struct _StringStrategy(Copyable, Movable, Strategy):
    """Texts of ASCII, or of all of Unicode."""

    comptime Value = String

    var min_len: Int
    var max_len: Int
    var unicode: Bool
    var only_printable: Bool

    def value(mut self, mut rng: Rng) raises -> String:
        var result = String()
        var count = 0
        while rng._goes_on(count, self.min_len, self.max_len):
            result += String(Codepoint(unsafe_unchecked_codepoint=UInt32(self._codepoint(rng))))
            count += 1
        return result^

    def _codepoint(self, mut rng: Rng) raises -> Int:
        # The simplest are letters: 'a' comes first.
        var kind = rng._draw(3 if self.unicode else 2)
        if kind == 0:
            return 97 + Int(rng._draw(25))
        if kind == 1:
            return 32 + Int(rng._draw(94))
        if kind == 2:
            return 32 + Int(rng._draw(94)) if self.only_printable else Int(rng._draw(127))
        # Letters of many scripts, or anything but surrogates.
        if self.only_printable:
            return 0xA1 + Int(rng._draw(0x24F - 0xA1))
        var any = Int(rng._draw(0x10FFFF - 0x800))
        return any + 0x800 if any >= 0xD800 else any


__extension String:
    @staticmethod
    def strategy(
        *, min_len: Int = 0, max_len: Int = Int.MAX, unicode: Bool = False, only_printable: Bool = False
    ) -> _StringStrategy:
        """Texts with so many characters, for property tests.

        ```mojo
        from std.testing.prop import Rng

        var rng = Rng(seed=1)
        var strategy = String.strategy(min_len=3, max_len=3)
        print(strategy.value(rng).count_codepoints())  # 3
        ```
        """
        return _StringStrategy(min_len, max_len, unicode, only_printable)

    @staticmethod
    def ascii_strategy(
        *, min_len: Int = 0, max_len: Int = Int.MAX, only_printable: Bool = False
    ) -> _StringStrategy:
        """Texts of ASCII with so many characters, for property tests.

        ```mojo
        from std.testing.prop import Rng

        var rng = Rng(seed=1)
        var strategy = String.ascii_strategy(min_len=2, max_len=4)
        print(2 <= strategy.value(rng).byte_length() <= 4)  # True
        ```
        """
        return _StringStrategy(min_len, max_len, False, only_printable)

    @staticmethod
    def utf8_strategy(*, min_len: Int = 0, max_len: Int = Int.MAX) -> _StringStrategy:
        """Texts of any characters of Unicode, so many of them, for property tests.

        ```mojo
        from std.testing.prop import Rng

        var rng = Rng(seed=1)
        var strategy = String.utf8_strategy(min_len=3, max_len=3)
        print(strategy.value(rng).count_codepoints())  # 3
        ```
        """
        return _StringStrategy(min_len, max_len, True, False)
