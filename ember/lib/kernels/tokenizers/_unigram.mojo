"""Unigram: of all ways to cut a piece into tokens, the one whose scores add up to most."""

from tokenizers._classes import point_at
from tokenizers._vocabulary import HASH_START, NOT_FOUND, Vocabulary, with_byte

comptime Text = UnsafePointer[UInt8, ImmAnyOrigin]
comptime UNKNOWN = -1
"""Stands for a character that is no token."""
comptime _UNKNOWN_PENALTY: Float64 = 10


struct BestPath(Movable):
    """For each place of a piece: the score of the best way there, and the token it ends with."""

    var scores: List[Float64]
    var tokens: List[Int32]
    var starts: List[Int32]

    def __init__(out self):
        """No places yet."""
        self.scores = List[Float64]()
        self.tokens = List[Int32]()
        self.starts = List[Int32]()

    def reset(mut self, size: Int):
        """Forgets all ways through a piece of this size."""
        self.scores.clear()
        self.tokens.clear()
        self.starts.clear()
        self.scores.resize(size + 1, -1e300)
        self.tokens.resize(size + 1, UNKNOWN)
        self.starts.resize(size + 1, 0)
        self.scores[0] = 0

    def offer(mut self, start: Int, end: Int, token: Int, score: Float64):
        """A token from one place to another; taken if no way there was as good."""
        if self.scores[start] + score > self.scores[end]:
            self.scores[end] = self.scores[start] + score
            self.tokens[end] = Int32(token)
            self.starts[end] = Int32(start)


def best_path(
    vocabulary: Vocabulary,
    scores: List[Float64],
    usable: List[Bool],
    lowest: Float64,
    text: Text,
    size: Int,
    mut path: BestPath,
):
    """Fills `path` for a piece. A character that is no token costs more than the worst one."""
    path.reset(size)
    var at = 0
    while at < size:
        var width = point_at(text, at).size
        var has_single = False
        var hash = HASH_START
        var end = at
        while end < size and end - at < vocabulary.longest:
            var next = end + point_at(text, end).size
            for i in range(end, next):
                hash = with_byte(hash, text[i])
            end = next
            var token = vocabulary.find_hashed(text + at, end - at, hash)
            if token != NOT_FOUND and usable[token]:
                path.offer(at, end, token, scores[token])
                has_single = has_single or end - at == width
        if not has_single:
            path.offer(at, at + width, UNKNOWN, lowest - _UNKNOWN_PENALTY)
        at += width
