"""Byte-pair encoding: neighbours are joined, the best pair first, until none is left that may be joined.

Pairs wait in a heap. One that was joined with another in the meantime is found outdated when its turn comes.
"""

from std.collections import BinaryHeap

from tokenizers._vocabulary import NOT_FOUND, Vocabulary

comptime Text = UnsafePointer[UInt8, ImmAnyOrigin]
comptime NO_MERGE = UInt64.MAX
comptime _EMPTY = UInt64.MAX
comptime _END: Int32 = -1


struct Merges(Movable):
    """Which two tokens may be joined: their rank, low first, and what they become."""

    var keys: List[UInt64]
    var values: List[UInt64]

    def __init__(out self, count: Int):
        """A table with room for so many merges."""
        var size = 16
        while size < 2 * count:
            size *= 2
        self.keys = List[UInt64](length=size, fill=_EMPTY)
        self.values = List[UInt64](length=size, fill=NO_MERGE)

    def insert(mut self, left: Int, right: Int, rank: Int, joined: Int):
        """Adds a merge; the first of equal ones counts."""
        var key = UInt64(left) << 32 | UInt64(right)
        var slot = self._slot(key)
        if self.keys[slot] == _EMPTY:
            self.keys[slot] = key
            self.values[slot] = UInt64(rank) << 32 | UInt64(joined)

    def find(self, left: Int32, right: Int32) -> UInt64:
        """Rank and result of a merge, or `NO_MERGE`."""
        var key = UInt64(UInt32(left)) << 32 | UInt64(UInt32(right))
        return self.values.unsafe_ptr()[self._slot(key)]

    def _slot(self, key: UInt64) -> Int:
        var mask = len(self.keys) - 1
        var keys = self.keys.unsafe_ptr()
        var mixed = key * 0x9E3779B97F4A7C15
        var slot = Int(mixed >> 32) & mask
        while keys[slot] != _EMPTY and keys[slot] != key:
            slot = (slot + 1) & mask
        return slot


struct Symbols(Movable):
    """The tokens of a piece, each linked to its neighbours, and the pairs that may be joined."""

    var tokens: List[Int32]
    var starts: List[Int32]
    """Where in the text a token starts."""
    var next: List[Int32]
    var previous: List[Int32]
    var pairs: BinaryHeap[UInt64]

    def __init__(out self):
        """No tokens yet."""
        self.tokens = List[Int32]()
        self.starts = List[Int32]()
        self.next = List[Int32]()
        self.previous = List[Int32]()
        self.pairs = BinaryHeap[UInt64]()

    def clear(mut self):
        """Drops all tokens."""
        self.tokens.clear()
        self.starts.clear()
        self.next.clear()
        self.previous.clear()
        self.pairs.clear()

    def append(mut self, token: Int, start: Int):
        """A token behind the others."""
        var place = Int32(len(self.tokens))
        self.tokens.append(Int32(token))
        self.starts.append(Int32(start))
        self.previous.append(place - 1)
        self.next.append(_END)
        if place > 0:
            self.next[Int(place) - 1] = place

    def end_of(self, place: Int32, size: Int) -> Int:
        """Where in a text of this size a token ends."""
        var next = self.next[Int(place)]
        return size if next == _END else Int(self.starts[Int(next)])


trait PairRule:
    """What two neighbours become, and how soon: rank in the upper half, token in the lower one, or `NO_MERGE`."""

    def find(self, symbols: Symbols, left: Int32, right: Int32) -> UInt64:
        """Looks at two neighbours."""
        ...


@fieldwise_init
struct ByRank[origin: Origin[mut=False]](PairRule):
    """Merges of a list, in its order."""

    var merges: Pointer[Merges, Self.origin]

    def find(self, symbols: Symbols, left: Int32, right: Int32) -> UInt64:
        """Looks the two tokens up."""
        return self.merges[].find(symbols.tokens[Int(left)], symbols.tokens[Int(right)])


@fieldwise_init
struct ByScore[origin: Origin[mut=False]](PairRule):
    """What two texts together are in the vocabulary; the highest score first."""

    var vocabulary: Pointer[Vocabulary, Self.origin]
    var order: Pointer[List[UInt32], Self.origin]
    """For each token how soon it is made; the last number: never."""
    var text: Text
    var size: Int

    def find(self, symbols: Symbols, left: Int32, right: Int32) -> UInt64:
        """Looks both texts up as one."""
        var start = Int(symbols.starts[Int(left)])
        var end = symbols.end_of(right, self.size)
        if end - start > self.vocabulary[].longest:
            return NO_MERGE
        var token = self.vocabulary[].find(self.text + start, end - start)
        if token == NOT_FOUND or self.order[][token] == UInt32.MAX:
            return NO_MERGE
        return UInt64(self.order[][token]) << 32 | UInt64(token)


def merge[Rule: PairRule](mut symbols: Symbols, rule: Rule):
    """Joins neighbours until none is left that may be joined."""
    for left in range(len(symbols.tokens) - 1):
        _offer(symbols, rule, Int32(left))
    while len(symbols.pairs) > 0:
        var waiting = ~symbols.pairs.pop()
        var left = Int32(waiting & 0xFFFFFFFF)
        var right = symbols.next[Int(left)]
        if right == _END or symbols.tokens[Int(left)] == _GONE:
            continue
        var found = rule.find(symbols, left, right)
        if found == NO_MERGE or found >> 32 != waiting >> 32:
            continue
        symbols.tokens[Int(left)] = Int32(found & 0xFFFFFFFF)
        _remove(symbols, right)
        _offer(symbols, rule, left)
        if symbols.previous[Int(left)] != _END:
            _offer(symbols, rule, symbols.previous[Int(left)])


comptime _GONE: Int32 = -2


def _offer[Rule: PairRule](mut symbols: Symbols, rule: Rule, left: Int32):
    """Puts a token and its next on the heap if they may be joined. The heap gives the largest first: hence the complement."""
    var right = symbols.next[Int(left)]
    if right == _END:
        return
    var found = rule.find(symbols, left, right)
    if found != NO_MERGE:
        symbols.pairs.push(~((found >> 32) << 32 | UInt64(UInt32(left))))


def _remove(mut symbols: Symbols, place: Int32):
    var before = symbols.previous[Int(place)]
    var after = symbols.next[Int(place)]
    symbols.tokens[Int(place)] = _GONE
    symbols.next[Int(before)] = after
    if after != _END:
        symbols.previous[Int(after)] = before
