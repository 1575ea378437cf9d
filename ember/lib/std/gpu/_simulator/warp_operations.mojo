"""Warp operations on the simulated device: shuffles, votes, matches, reductions, elections."""

from std.gpu._simulator.rendezvous import Kind, meet
from std.gpu._simulator.check import is_checking
from std.gpu._simulator.state import Bytes, Failure, fail, simulation
from std.gpu._registers import Predicated


struct Exchange(TrivialRegisterPassable):
    """What a lane brings to a warp operation, and what it takes away."""

    var value: UInt64
    var lane: UInt32
    var clamp: UInt32
    var mode: Int32
    var result: UInt32
    var flag: Bool

    @always_inline
    def __init__(out self, mode: Int, value: UInt64, lane: UInt32 = 0, clamp: UInt32 = 0):
        self.mode = Int32(mode)
        self.value = value
        self.lane = lane
        self.clamp = clamp
        self.result = 0
        self.flag = False


@always_inline
def _exchange_of(thread: Int) -> UnsafePointer[Exchange, MutAnyOrigin]:
    return simulation()[].threads[thread].payload.bitcast[Exchange]()


@always_inline
def _meet_with(mask: UInt32, kind: Int, mut exchange: Exchange, complete: def(Int, UInt32) thin -> None):
    meet(mask, kind, UnsafePointer[Exchange, MutAnyOrigin](mlir_value=__address_of(exchange)).bitcast[Byte](), complete)


# -- shuffles -----------------------------------------------------------------------------------------


struct Shuffle:
    """Where a lane takes its value from."""

    comptime INDEX = 0
    comptime UP = 1
    comptime DOWN = 2
    comptime BUTTERFLY = 3


@always_inline
def shuffle[mode: Int](mask: UInt32, value: UInt32, lane: UInt32, clamp: UInt32) -> Predicated[DType.uint32]:
    """The value of another lane, and whether that lane is in range."""
    var exchange = Exchange(mode, UInt64(value), lane, clamp)
    _meet_with(mask, Kind.SHUFFLE, exchange, _shuffle_all)
    return Predicated[DType.uint32](exchange.result, exchange.flag)


def _shuffle_all(base: Int, lanes: UInt32):
    for lane in range(32):
        if (lanes >> UInt32(lane)) & 1 == 0:
            continue
        var mine = _exchange_of(base + lane)
        var segment = Int(mine[].clamp >> 8) & 31
        var limit = Int(mine[].clamp) & 31
        var last = (lane & segment) | (limit & ~segment & 31)
        var offset = Int(mine[].lane) & 31
        var source = lane
        if mine[].mode == Int32(Shuffle.INDEX):
            source = (lane & segment) | (offset & ~segment & 31)
        elif mine[].mode == Int32(Shuffle.UP):
            source = lane - offset
        elif mine[].mode == Int32(Shuffle.DOWN):
            source = lane + offset
        else:
            source = lane ^ offset
        mine[].flag = source >= last if mine[].mode == Int32(Shuffle.UP) else source <= last
        if not mine[].flag:
            source = lane
        if (lanes >> UInt32(source)) & 1 == 1:
            mine[].result = UInt32(_exchange_of(base + source)[].value)
        else:
            comptime if is_checking():
                simulation()[].thread = base + lane
                fail(Failure.INACTIVE, source)
            mine[].result = UInt32(mine[].value)


# -- votes --------------------------------------------------------------------------------------------


@always_inline
def ballot(mask: UInt32, predicate: Bool) -> UInt32:
    """The lanes whose predicate is true."""
    var exchange = Exchange(0, UInt64(1) if predicate else UInt64(0))
    _meet_with(mask, Kind.VOTE, exchange, _ballot_all)
    return exchange.result


@always_inline
def voters(mask: UInt32) -> UInt32:
    """The lanes of the mask that have not finished."""
    var sim = simulation()
    return mask & sim[].warps[sim[].thread >> 5].live


def _ballot_all(base: Int, lanes: UInt32):
    var ayes = UInt32(0)
    for lane in range(32):
        if (lanes >> UInt32(lane)) & 1 == 1 and _exchange_of(base + lane)[].value != 0:
            ayes |= UInt32(1) << UInt32(lane)
    for lane in range(32):
        if (lanes >> UInt32(lane)) & 1 == 1:
            _exchange_of(base + lane)[].result = ayes


# -- matches ------------------------------------------------------------------------------------------


@always_inline
def match_values(mask: UInt32, value: UInt64) -> Predicated[DType.uint32]:
    """The lanes with the same value, and whether these are all."""
    var exchange = Exchange(0, value)
    _meet_with(mask, Kind.MATCH, exchange, _match_all)
    return Predicated[DType.uint32](exchange.result, exchange.flag)


def _match_all(base: Int, lanes: UInt32):
    for lane in range(32):
        if (lanes >> UInt32(lane)) & 1 == 0:
            continue
        var mine = _exchange_of(base + lane)
        var same = UInt32(0)
        for other in range(32):
            if (lanes >> UInt32(other)) & 1 == 1 and _exchange_of(base + other)[].value == mine[].value:
                same |= UInt32(1) << UInt32(other)
        mine[].result = same
        mine[].flag = same == lanes


# -- reductions -------------------------------------------------------------------------------------


struct Reduction:
    """How values are combined."""

    comptime ADD = 0
    comptime UNSIGNED_MIN = 1
    comptime UNSIGNED_MAX = 2
    comptime MIN = 3
    comptime MAX = 4
    comptime AND = 5
    comptime OR = 6
    comptime XOR = 7


@always_inline
def reduce_values[mode: Int](value: UInt32, mask: UInt32) -> UInt32:
    """The values of all lanes of the mask, combined."""
    var exchange = Exchange(mode, UInt64(value))
    _meet_with(mask, Kind.REDUCE, exchange, _reduce_all)
    return exchange.result


def _reduce_all(base: Int, lanes: UInt32):
    var total = UInt32(0)
    var first = True
    for lane in range(32):
        if (lanes >> UInt32(lane)) & 1 == 0:
            continue
        var mine = _exchange_of(base + lane)
        total = UInt32(mine[].value) if first else _combine(Int(mine[].mode), total, UInt32(mine[].value))
        first = False
    for lane in range(32):
        if (lanes >> UInt32(lane)) & 1 == 1:
            _exchange_of(base + lane)[].result = total


def _combine(mode: Int, a: UInt32, b: UInt32) -> UInt32:
    if mode == Reduction.ADD:
        return a + b
    if mode == Reduction.UNSIGNED_MIN:
        return min(a, b)
    if mode == Reduction.UNSIGNED_MAX:
        return max(a, b)
    if mode == Reduction.MIN:
        return a if a.cast[DType.int32]() < b.cast[DType.int32]() else b
    if mode == Reduction.MAX:
        return a if a.cast[DType.int32]() > b.cast[DType.int32]() else b
    if mode == Reduction.AND:
        return a & b
    if mode == Reduction.OR:
        return a | b
    return a ^ b


# -- meetings that only wait, or elect ------------------------------------------------------------------


@always_inline
def synchronize_lanes(mask: UInt32):
    """Waits for the lanes of the mask."""
    meet(mask, Kind.SYNC, Bytes(), _nothing)


def _nothing(base: Int, lanes: UInt32):
    pass


@always_inline
def elect(mask: UInt32) -> Predicated[DType.uint32]:
    """The lowest lane of the mask, and whether this is it."""
    var exchange = Exchange(0, 0)
    _meet_with(mask, Kind.ELECT, exchange, _elect_one)
    return Predicated[DType.uint32](exchange.result, exchange.flag)


def _elect_one(base: Int, lanes: UInt32):
    var chosen = UInt32(0)
    while (lanes >> chosen) & 1 == 0:
        chosen += 1
    for lane in range(32):
        if (lanes >> UInt32(lane)) & 1 == 1:
            _exchange_of(base + lane)[].result = chosen
            _exchange_of(base + lane)[].flag = UInt32(lane) == chosen
