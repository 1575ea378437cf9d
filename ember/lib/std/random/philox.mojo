"""Philox 4x32: random numbers that are a function of a key and a counter, the same on processors and GPUs."""

from std.math import cos, log, pi, sin, sqrt
from std.memory.unsafe import bitcast

comptime _FIRST_FACTOR = UInt64(0xD251_1F53)
comptime _SECOND_FACTOR = UInt64(0xCD9E_8D57)
comptime _KEY_STEP = SIMD[DType.uint32, 2](0x9E37_79B9, 0xBB67_AE85)


struct Random[rounds: Int = 10](Copyable, Movable):
    """A generator: every step gives four numbers of 32 bits. More rounds mix better.

    Example:

    ```mojo
    from std.random.philox import Random

    var generator = Random(seed=42)
    print(generator.step())  # [2632642643, 2012563771, 314527917, 1463989207]
    print(generator.step_uniform()[0] < 1)  # True
    ```
    """

    var _key: SIMD[DType.uint32, 2]
    var _counter: SIMD[DType.uint64, 2]

    def __init__(out self, *, seed: UInt64 = 0x3D30_F19C_D101, subsequence: UInt64 = 0, offset: UInt64 = 0):
        """Starts at a step of one of the 2**64 independent sequences of a seed."""
        self._key = bitcast[DType.uint32, 2](seed)
        self._counter = SIMD[DType.uint64, 2](offset, subsequence)

    @always_inline
    def step(mut self) -> SIMD[DType.uint32, 4]:
        """Four whole numbers of 32 bits."""
        var words = bitcast[DType.uint32, 4](self._counter)
        var key = self._key
        comptime for _ in range(Self.rounds):
            var first = words[0].cast[DType.uint64]() * _FIRST_FACTOR
            var second = words[2].cast[DType.uint64]() * _SECOND_FACTOR
            words = SIMD[DType.uint32, 4](
                (second >> 32).cast[DType.uint32]() ^ words[1] ^ key[0],
                second.cast[DType.uint32](),
                (first >> 32).cast[DType.uint32]() ^ words[3] ^ key[1],
                first.cast[DType.uint32](),
            )
            key += _KEY_STEP
        self._counter[0] += 1
        if self._counter[0] == 0:
            self._counter[1] += 1
        return words

    @always_inline
    def step_uniform(mut self) -> SIMD[DType.float32, 4]:
        """Four numbers from 0 up to 1."""
        comptime ALMOST_TWO_TO_THE_MINUS_31 = Float32(4.6566127342e-10)
        return (self.step() & 0x7FFF_FFFF).cast[DType.float32]() * ALMOST_TWO_TO_THE_MINUS_31


struct NormalRandom[rounds: Int = 10](Copyable, Movable):
    """A generator of the normal distribution.

    Example:

    ```mojo
    from std.random.philox import NormalRandom

    var generator = NormalRandom(seed=42)
    print(len(generator.step_normal(mean=100, stddev=0.001)))  # 8
    ```
    """

    var _uniform: Random[Self.rounds]

    def __init__(out self, *, seed: UInt64 = 0x3D30_F19C_D101, subsequence: UInt64 = 0, offset: UInt64 = 0):
        """Starts at a step of one of the 2**64 independent sequences of a seed."""
        self._uniform = Random[Self.rounds](seed=seed, subsequence=subsequence, offset=offset)

    def step_normal(mut self, mean: Float32 = 0.0, stddev: Float32 = 1.0) -> SIMD[DType.float32, 8]:
        """Eight numbers, made of two uniform steps (Box and Muller)."""
        var radius = sqrt(-2.0 * log(1.0 - self._uniform.step_uniform()))
        var angle = Float32(2.0 * pi) * (1.0 - self._uniform.step_uniform())
        return (radius * cos(angle)).join(radius * sin(angle)) * stddev + mean
