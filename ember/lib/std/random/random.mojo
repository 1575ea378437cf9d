"""Random numbers from one generator of the process."""

from std.builtin.math import max as _max
from std.builtin.math import min as _min
from std.math import cos, floor, log, pi, sqrt
from std.random.philox import Random
from std.time import perf_counter_ns


struct _Generator(Movable):
    # All zero at the start of the process, which means: seeded with 0.
    var seed: UInt64
    var steps: UInt64
    var waiting: SIMD[DType.uint32, 4]
    var left: Int


@always_inline
def _generator() -> UnsafePointer[_Generator, MutAnyOrigin]:
    return UnsafePointer[_Generator, MutAnyOrigin](mlir_value=__global_address["ember_random_state", _Generator]())


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
    ref generator = _generator()[]
    generator.seed = UInt64(a)
    generator.steps = 0
    generator.left = 0


@no_inline
def _next_word() -> UInt64:
    ref generator = _generator()[]
    if generator.left == 0:
        var source = Random(seed=generator.seed, offset=generator.steps)
        generator.waiting = source.step()
        generator.steps += 1
        generator.left = 4
    generator.left -= 1
    return generator.waiting[3 - generator.left].cast[DType.uint64]()


def _next() -> UInt64:
    var high = _next_word()
    return high << 32 | _next_word()


def random_ui64(min: UInt64, max: UInt64) -> UInt64:
    """A whole number from `min` to `max`.

    Example:

    ```mojo
    from std.random import random_ui64

    print(random_ui64(1, 6) <= 6)  # True
    ```
    """
    if min >= max:
        return min
    var span = max - min + 1
    if span == 0:
        return _next()
    var uneven = -span % span  # the first 2**64 % span numbers would make some results likelier
    while True:
        var number = _next()
        if number >= uneven:
            return min + number % span


def random_si64(min: Int64, max: Int64) -> Int64:
    """A whole number from `min` to `max`.

    Example:

    ```mojo
    from std.random import random_si64

    print(random_si64(-5, 5) >= -5)  # True
    ```
    """
    if min >= max:
        return min
    var span = UInt64(max - min)
    return Int64(_next()) if span == UInt64.MAX else min + Int64(random_ui64(0, span))


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
    var first = random_float64()
    var second = random_float64()
    while first <= 0:
        first = random_float64()
    return mean + standard_deviation * sqrt(-2.0 * log(first)) * cos(2.0 * pi * second)


def rand[dtype: DType](
    ptr: UnsafePointer[Scalar[dtype], _], size: Int, /, *, min: Float64 = 0.0, max: Float64 = 1.0, int_scale: Optional[Int] = None
):
    """Fills memory with numbers from `min` up to `max`, floats rounded down to multiples of `2**-int_scale`.

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
            var number = random_float64(min, max)
            if int_scale:
                var scale = Float64(1 << int_scale.value())
                number = floor(number * scale) / scale
            ptr[i] = number.cast[dtype]()
        elif dtype.is_signed():
            var low = _max(Scalar[dtype].MIN.cast[DType.int64](), min.cast[DType.int64]())
            var high = _min(Scalar[dtype].MAX.cast[DType.int64](), max.cast[DType.int64]())
            ptr[i] = random_si64(low, high).cast[dtype]()
        else:
            var high = _min(Scalar[dtype].MAX.cast[DType.uint64](), max.cast[DType.uint64]())
            ptr[i] = random_ui64(min.cast[DType.uint64](), high).cast[dtype]()


def rand[dtype: DType](
    span: Span[mut=True, Scalar[dtype], _], *, min: Float64 = 0.0, max: Float64 = 1.0, int_scale: Optional[Int] = None
):
    """Fills a view with numbers from `min` up to `max`."""
    rand(span.unsafe_ptr(), len(span), min=min, max=max, int_scale=int_scale)


def randint[dtype: DType](span: Span[mut=True, Scalar[dtype], _], low: Int, high: Int):
    """Fills a view with whole numbers from `low` to `high`."""
    randint(span.unsafe_ptr(), len(span), low, high)


def randint[dtype: DType](ptr: UnsafePointer[Scalar[dtype], _], size: Int, low: Int, high: Int):
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
        comptime if dtype.is_signed():
            ptr[i] = random_si64(Int64(low), Int64(high)).cast[dtype]()
        else:
            ptr[i] = random_ui64(UInt64(low), UInt64(high)).cast[dtype]()


def randn[dtype: DType](
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


def randn[dtype: DType](
    span: Span[mut=True, Scalar[dtype], _], *, mean: Float64 = 0.0, standard_deviation: Float64 = 1.0
):
    """Fills a view with normally distributed numbers."""
    randn(span.unsafe_ptr(), len(span), mean, standard_deviation)


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
    for i in range(len(list) - 1, -1, -1):
        list.swap_elements(i, Int(random_ui64(0, UInt64(i))))
