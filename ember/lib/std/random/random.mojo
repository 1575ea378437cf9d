"""Random numbers from one generator of the process (xorshift with multiplication)."""

from std.math import cos, log, pi, sqrt
from std.time import perf_counter_ns


@always_inline
def _state() -> UnsafePointer[UInt64, MutAnyOrigin]:
    return UnsafePointer[UInt64, MutAnyOrigin](mlir_value=__global_address["ember_random_state", UInt64]())


def seed():
    """Starts from the clock.

    Example:

    ```mojo
    from std.random import random_ui64, seed

    seed(7)
    var first = random_ui64(0, 1000)
    seed(7)
    print(first == random_ui64(0, 1000))  # True
    ```
    """
    seed(Int(perf_counter_ns()))


def seed(a: Int):
    """Starts from a number."""
    _state()[] = (UInt64(a) ^ 0x9E37_79B9_7F4A_7C15) | 1
    for _ in range(4):
        _ = _next()


@no_inline
def _next() -> UInt64:
    var x = _state()[]
    if x == 0:
        x = 0x2545_F491_4F6C_DD1D
    x ^= x >> 12
    x ^= x << 25
    x ^= x >> 27
    _state()[] = x
    return x * 0x2545_F491_4F6C_DD1D


def random_ui64(min: UInt64, max: UInt64) -> UInt64:
    """A whole number from `min` to `max`.

    Example:

    ```mojo
    from std.random import random_ui64

    print(random_ui64(1, 6) <= 6)  # True
    ```
    """
    var span = max - min + 1
    if span == 0:
        return _next()
    return min + _next() % span


def random_si64(min: Int64, max: Int64) -> Int64:
    """A whole number from `min` to `max`.

    Example:

    ```mojo
    from std.random import random_si64

    print(random_si64(-5, 5) >= -5)  # True
    ```
    """
    return min + Int64(random_ui64(0, UInt64(max - min)))


def random_float64(min: Float64 = 0, max: Float64 = 1) -> Float64:
    """A number from `min` up to `max`.

    Example:

    ```mojo
    from std.random import random_float64

    print(random_float64() < 1)  # True
    ```
    """
    return min + (max - min) * (Float64(_next() >> 11) / 9007199254740992.0)


def randn_float64(mean: Float64 = 0.0, standard_deviation: Float64 = 1.0) -> Float64:
    """A number of a normal distribution.

    Example:

    ```mojo
    from std.random import randn_float64

    print(randn_float64(100.0, 0.001) > 99)  # True
    ```
    """
    var radius = sqrt(-2.0 * log(1.0 - random_float64()))
    return mean + standard_deviation * radius * cos(2.0 * pi * random_float64())


def rand[dtype: DType, //](
    ptr: UnsafePointer[Scalar[dtype], _], size: Int, /, *, min: Float64 = 0.0, max: Float64 = 1.0, int_scale: Optional[Int] = None
):
    """Fills memory with numbers from `min` up to `max`.

    Example:

    ```mojo
    from std.random import rand

    var numbers = List[Float32](length=4, fill=9)
    rand(numbers.unsafe_ptr(), 4)
    print(numbers[3] <= 1)  # True
    ```
    """
    for i in range(size):
        comptime if dtype.is_floating_point():
            ptr[i] = Scalar[dtype](random_float64(min, max))
        else:
            ptr[i] = Scalar[dtype](_next())


def randint[dtype: DType, //](ptr: UnsafePointer[Scalar[dtype], _], size: Int, low: Int, high: Int):
    """Fills memory with whole numbers from `low` to `high`.

    Example:

    ```mojo
    from std.random import randint

    var dice = List[Int32](length=4, fill=0)
    randint(dice.unsafe_ptr(), 4, 1, 6)
    print(dice[0] >= 1, dice[3] <= 6)  # True True
    ```
    """
    for i in range(size):
        ptr[i] = Scalar[dtype](random_si64(Int64(low), Int64(high)))


def randn[dtype: DType, //](
    ptr: UnsafePointer[Scalar[dtype], _], size: Int, mean: Float64 = 0.0, standard_deviation: Float64 = 1.0
):
    """Fills memory with numbers of a normal distribution.

    Example:

    ```mojo
    from std.random import randn

    var numbers = List[Float64](length=4, fill=0)
    randn(numbers.unsafe_ptr(), 4)
    print(numbers[0] != numbers[1])  # True
    ```
    """
    for i in range(size):
        ptr[i] = Scalar[dtype](randn_float64(mean, standard_deviation))


def shuffle[T: AnyType, //](mut list: List[T]):
    """Puts a list in random order.

    Example:

    ```mojo
    from std.random import shuffle

    var cards: List[Int] = [1, 2, 3]
    shuffle(cards)
    sort(cards)
    print(cards)  # [1, 2, 3]
    ```
    """
    for i in range(len(list) - 1, 0, -1):
        list.swap_elements(i, Int(random_ui64(0, UInt64(i))))
