"""Powers of ten as 128-bit fractions, computed at compile time, for floats to text and back."""

from std.memory.memory import _RawPointer

comptime _LEAST = -342
comptime _MOST = 324
comptime _TABLE: List[UInt64] = _table()
comptime _Wide = Scalar[DType.uint256]


def _table() -> List[UInt64]:
    # For every power the upper and the lower word of its first 128 bits, rounded down. Computed with 252 bits, of which
    # 128 come out right: the errors of all steps together stay far below.
    var words = List[UInt64](length=2 * (_MOST - _LEAST + 1), fill=0)
    var power = _Wide(1) << 251
    for k in range(_MOST + 1):
        _put(words, k, power)
        power = power * 5
        power = power >> 3 if power >> 254 != 0 else power >> 2
    power = _Wide(1) << 251
    for k in range(1, 1 - _LEAST):
        power = (power << 3) // 5
        if power >> 252 != 0:
            power = power >> 1
        _put(words, -k, power)
    return words^


def _put(mut words: List[UInt64], k: Int, power: _Wide):
    var place = 2 * (k - _LEAST)
    words.unsafe_set(place, UInt64(power >> 188))
    words.unsafe_set(place + 1, UInt64(power >> 124))


@fieldwise_init
struct _Power(TrivialRegisterPassable):
    """The first 128 bits of a power of ten; the top bit is one."""

    var high: UInt64
    var low: UInt64

    @always_inline
    def __init__(out self, k: Int):
        """10 to the power `k`, rounded down."""
        var words = UnsafePointer[UInt64, MutAnyOrigin](
            mlir_value=__mlir_op.`pop.load`[_type=_RawPointer](__constant_address[_TABLE]())
        )
        self.high = words[2 * (k - _LEAST)]
        self.low = words[2 * (k - _LEAST) + 1]


@always_inline
def _product(a: UInt64, b: UInt64) -> Scalar[DType.uint128]:
    # All 128 bits of a product.
    return a.cast[DType.uint128]() * b.cast[DType.uint128]()


@always_inline
def _upper(value: Scalar[DType.uint128]) -> UInt64:
    return (value >> 64).cast[DType.uint64]()


@always_inline
def _lower(value: Scalar[DType.uint128]) -> UInt64:
    return value.cast[DType.uint64]()


@always_inline
def _log2_of_power_of_ten(k: Int) -> Int:
    # Rounded down; right for -1233 <= k <= 1233.
    return (k * 1741647) >> 19
