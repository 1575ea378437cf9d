"""Attention of a few queries over their keys and values, of which none is looked at twice.

Keys are scored by blocks. What is summed up so far is scaled down whenever a higher score appears, so that no scores are kept.
Chunks of keys are summed up on their own and merged in order: threads may share them. Blocks and chunks begin at fixed
positions, and what a query gets does not depend on the queries beside it.
"""

from kv_cache._batch import Pages
from std.math import exp, tanh
from std.memory import stack_allocation
from std.sys import simd_width_of
from std.sys.intrinsics import prefetch

comptime BLOCK = 64
"""So many keys are scored at a time."""
comptime CHUNK = 128
"""So many keys are summed up on their own."""
comptime _WIDTH = simd_width_of[DType.float32]()
comptime _TILE = 4
"""So many queries, keys and vectors of values are kept in registers."""
comptime _LOWEST = Float32.MIN

comptime Numbers = UnsafePointer[Float32, MutAnyOrigin]


@fieldwise_init
struct Queries(ImplicitlyCopyable, TrivialRegisterPassable):
    """Rows of queries that share keys, scaled, and which keys each sees: those of `group` rows are the same."""

    var data: Numbers
    var rows: Int
    var size: Int
    var group: Int
    var position: Int
    """Of the first row's token in its sequence; every `group` rows are one further."""

    @always_inline
    def end[causal: Bool](self, row: Int, length: Int) -> Int:
        """The first key that a row does not see any more."""
        return self.position + row // self.group + 1 if causal else length

    @always_inline
    def first[window: Int](self, row: Int) -> Int:
        """The first key that a row sees."""
        return max(0, self.position + row // self.group + 1 - window) if window > 0 else 0


@fieldwise_init
struct Sums(ImplicitlyCopyable, TrivialRegisterPassable):
    """For rows of queries: values weighted so far, the sum of the weights, and the highest score, which the weights are relative to."""

    var data: Numbers
    var rows: Int
    var size: Int

    @staticmethod
    @always_inline
    def length(rows: Int, size: Int) -> Int:
        """How many numbers that is."""
        return rows * (size + 2)

    @always_inline
    def row(self, i: Int) -> Numbers:
        return self.data + i * self.size

    @always_inline
    def weight(self) -> Numbers:
        return self.data + self.rows * self.size

    @always_inline
    def highest(self) -> Numbers:
        return self.data + self.rows * (self.size + 1)

    def clear(self):
        for i in range(self.rows * (self.size + 1)):
            self.data[i] = 0
        for i in range(self.rows):
            self.highest()[i] = _LOWEST

    def merge(self, other: Self):
        """Adds what another chunk of keys gave."""
        for i in range(self.rows):
            var highest = max(self.highest()[i], other.highest()[i])
            if highest == _LOWEST:
                continue
            var mine = exp(self.highest()[i] - highest)
            var its = exp(other.highest()[i] - highest)
            self.highest()[i] = highest
            self.weight()[i] = self.weight()[i] * mine + other.weight()[i] * its
            var row = self.row(i)
            var added = other.row(i)
            for k in range(self.size):
                row[k] = row[k] * mine + added[k] * its


def attend_chunk[
    cache: DType, //, window: Int, causal: Bool
](
    sums: Sums, queries: Queries, pages: Pages[cache], sequence: Int, head: Int, length: Int, softcap: Float32, chunk: Int, scores: Numbers
):
    """Sums up the values of a chunk of keys. `scores` is room for a block of each row; `length` counts the sequence's keys."""
    sums.clear()
    var keys = stack_allocation[BLOCK, UnsafePointer[Scalar[cache], MutAnyOrigin]]()
    var values = stack_allocation[BLOCK, UnsafePointer[Scalar[cache], MutAnyOrigin]]()
    var end = min((chunk + 1) * CHUNK, queries.end[causal](queries.rows - 1, length))
    var first = max(chunk * CHUNK, queries.first[window](0) // BLOCK * BLOCK)
    for base in range(first, end, BLOCK):
        var count = min(BLOCK, end - base)
        pages.addresses(0, sequence, base, count, head, keys)
        pages.addresses(1, sequence, base, count, head, values)
        _fetch(values, count, queries.size)
        _score(queries, keys, count, scores)
        comptime if Pages[cache].is_scaled:
            _scale(pages, queries.rows, keys, count, scores)
        for row in range(queries.rows):
            var seen = min(count, queries.end[causal](row, length) - base)
            var hidden = queries.first[window](row) - base
            _weigh(sums, row, scores + row * BLOCK, hidden, seen, softcap)
        comptime if Pages[cache].is_scaled:
            _scale(pages, queries.rows, values, count, scores)
        var next = min(BLOCK, end - base - BLOCK)
        if next > 0:
            pages.addresses(0, sequence, base + BLOCK, next, head, keys)
            _fetch(keys, next, queries.size)
        _add_values(sums, values, count, scores)


@always_inline
def _fetch[
    cache: DType, //
](places: UnsafePointer[UnsafePointer[Scalar[cache], MutAnyOrigin], MutAnyOrigin], count: Int, size: Int):
    # Rows lie far apart: the processor is told ahead.
    comptime line = 64 // cache.size_of()
    for i in range(count):
        for at in range(0, size, line):
            prefetch(places[i] + at)


@always_inline
def _score[
    cache: DType, //
](queries: Queries, places: UnsafePointer[UnsafePointer[Scalar[cache], MutAnyOrigin], MutAnyOrigin], count: Int, scores: Numbers):
    @__parameter
    @always_inline
    def rows[height: Int](row: Int):
        var key = 0
        while key + _TILE <= count:
            _score_tile[height, _TILE](queries.data + row * queries.size, queries.size, places + key, scores + row * BLOCK + key)
            key += _TILE
        while key < count:
            _score_tile[height, 1](queries.data + row * queries.size, queries.size, places + key, scores + row * BLOCK + key)
            key += 1

    _in_tiles[rows](queries.rows)


@always_inline
def _scale[
    cache: DType, //
](
    pages: Pages[cache],
    rows: Int,
    places: UnsafePointer[UnsafePointer[Scalar[cache], MutAnyOrigin], MutAnyOrigin],
    count: Int,
    scores: Numbers,
):
    # What every row has for a key, times the scale of that key or value.
    for key in range(count):
        var factor = pages.scale(places[key])
        for row in range(rows):
            scores[row * BLOCK + key] *= factor


@always_inline
def _in_tiles[func: def[height: Int](Int) capturing -> None](count: Int):
    # Covers rows with tiles; the last is lower.
    var row = 0
    while row + _TILE <= count:
        func[_TILE](row)
        row += _TILE
    var rest = count - row
    comptime for height in range(1, _TILE):
        if rest == height:
            func[height](row)


@always_inline
def _score_tile[
    cache: DType, //, height: Int, keys: Int
](
    query: Numbers, size: Int, places: UnsafePointer[UnsafePointer[Scalar[cache], MutAnyOrigin], MutAnyOrigin], scores: Numbers
):
    comptime f32 = DType.float32
    var lanes = stack_allocation[height * keys, SIMD[f32, _WIDTH]]()
    comptime for i in range(height * keys):
        lanes[i] = 0
    var at = 0
    while at + _WIDTH <= size:
        comptime for k in range(keys):
            var key = places[k].load[width=_WIDTH](at).cast[f32]()
            comptime for i in range(height):
                lanes[i * keys + k] = (query + i * size).load[width=_WIDTH](at).fma(key, lanes[i * keys + k])
        at += _WIDTH
    comptime for i in range(height):
        comptime for k in range(keys):
            var score = lanes[i * keys + k].reduce_add()
            for rest in range(at, size):
                score += query[i * size + rest] * places[k][rest].cast[f32]()
            scores[i * BLOCK + k] = score


@always_inline
def _weigh(sums: Sums, row: Int, scores: Numbers, hidden: Int, seen: Int, softcap: Float32):
    # Scores become weights; those that are hidden, and places without a key, weigh nothing.
    comptime lanes = 4 * _WIDTH
    comptime f32 = DType.float32
    if softcap > 0:
        for i in range(0, BLOCK, lanes):
            scores.store(i, softcap * tanh(scores.load[width=lanes](i) / softcap))
    for i in range(max(seen, 0), BLOCK):
        scores[i] = _LOWEST
    for i in range(min(hidden, BLOCK)):
        scores[i] = _LOWEST
    var tops = SIMD[f32, lanes](_LOWEST)
    for i in range(0, BLOCK, lanes):
        tops = max(tops, scores.load[width=lanes](i))
    var before = sums.highest()[row]
    var highest = max(before, tops.reduce_max())
    if highest == _LOWEST:
        for i in range(BLOCK):
            scores[i] = 0
        return
    var total = SIMD[f32, lanes](0)
    for i in range(0, BLOCK, lanes):
        var weights = exp(scores.load[width=lanes](i) - highest)
        scores.store(i, weights)
        total += weights
    var factor = exp(before - highest)
    sums.highest()[row] = highest
    sums.weight()[row] = sums.weight()[row] * factor + total.reduce_add()
    if factor != 1:
        var values = sums.row(row)
        for k in range(sums.size):
            values[k] *= factor


@always_inline
def _add_values[
    cache: DType, //
](sums: Sums, places: UnsafePointer[UnsafePointer[Scalar[cache], MutAnyOrigin], MutAnyOrigin], count: Int, scores: Numbers):
    @__parameter
    @always_inline
    def rows[height: Int](row: Int):
        var at = 0
        while at + _TILE * _WIDTH <= sums.size:
            _add_tile[height, _TILE, _WIDTH](sums.row(row) + at, sums.size, places, at, count, scores + row * BLOCK)
            at += _TILE * _WIDTH
        while at + _WIDTH <= sums.size:
            _add_tile[height, 1, _WIDTH](sums.row(row) + at, sums.size, places, at, count, scores + row * BLOCK)
            at += _WIDTH
        while at < sums.size:
            _add_tile[height, 1, 1](sums.row(row) + at, sums.size, places, at, count, scores + row * BLOCK)
            at += 1

    _in_tiles[rows](sums.rows)


@always_inline
def _add_tile[
    cache: DType, //, height: Int, vectors: Int, width: Int
](
    sums: Numbers,
    size: Int,
    places: UnsafePointer[UnsafePointer[Scalar[cache], MutAnyOrigin], MutAnyOrigin],
    at: Int,
    count: Int,
    weights: Numbers,
):
    comptime f32 = DType.float32
    var lanes = stack_allocation[height * vectors, SIMD[f32, width]]()
    comptime for i in range(height):
        comptime for v in range(vectors):
            lanes[i * vectors + v] = (sums + i * size).load[width=width](v * width)
    for key in range(count):
        var place = places[key] + at
        comptime for v in range(vectors):
            var value = place.load[width=width](v * width).cast[f32]()
            comptime for i in range(height):
                lanes[i * vectors + v] = value.fma(SIMD[f32, width](weights[i * BLOCK + key]), lanes[i * vectors + v])
    comptime for i in range(height):
        comptime for v in range(vectors):
            (sums + i * size).store(v * width, lanes[i * vectors + v])
