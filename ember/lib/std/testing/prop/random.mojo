"""Rng: random numbers that can be had again, and made smaller."""

from std.memory import bitcast


struct Rng(Movable):
    """A source of random numbers with a seed. Property tests make it; strategies ask it.

    Every number comes from a choice between 0 and a limit. The choices are kept, and choices made before can be
    taken again: that is how a value is repeated, and how it becomes smaller.

    Example:

    ```mojo
    from std.testing.prop import Rng

    var rng = Rng(seed=42)
    var number = rng.rand_int(min=1, max=6)
    print(number >= 1 and number <= 6)  # True
    var other = Rng(seed=42)
    print(other.rand_int(min=1, max=6) == number)  # True
    ```

    ```mojo
    from std.testing.prop import Rng

    var rng = Rng(seed=1)
    print(rng.rand_bool(true_probability=1.0), rng.rand_uint(min=7, max=7))  # True 7
    print(rng.rand_scalar[DType.int8](min=-1, max=-1), rng.rand_scalar[DType.float32]() < 0.0 or True)  # -1 True
    ```
    """

    var _state: UInt64
    var _given: List[UInt64]
    var _taken: List[UInt64]
    var _is_replay: Bool
    var _seeks_edges: Bool

    def __init__(out self, *, seed: Int):
        """Starts from a seed."""
        self._state = UInt64(seed)
        self._given = List[UInt64]()
        self._taken = List[UInt64]()
        self._is_replay = False
        self._seeks_edges = False

    def __init__(out self, *, var _choices: List[UInt64]):
        """Takes choices made before, then always the simplest one."""
        self._state = 0
        self._given = _choices^
        self._taken = List[UInt64]()
        self._is_replay = True
        self._seeks_edges = False

    def _next(mut self) -> UInt64:
        # The next of 64 random bits (a counter, its bits mixed).
        self._state += 0x9E3779B97F4A7C15
        var bits = self._state
        bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9
        bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB
        return bits ^ (bits >> 31)

    def _draw(mut self, limit: UInt64) -> UInt64:
        # A choice between 0 and the limit, itself included; 0 is the simplest.
        var choice: UInt64
        if self._is_replay:
            var at = len(self._taken)
            choice = min(self._given[at], limit) if at < len(self._given) else UInt64(0)
        else:
            choice = self._any(limit)
        self._taken.append(choice)
        return choice

    def _any(mut self, limit: UInt64) -> UInt64:
        # A random choice: any, or, where edges are sought, one in ten the limit itself and two in ten a small one.
        var bits = self._next()
        var reach = limit
        if self._seeks_edges:
            var kind = self._next() % 10
            if kind == 0:
                return limit
            if kind < 3:
                reach = min(limit, UInt64(100))
        return bits if reach == UInt64.MAX else bits % (reach + 1)

    def _goes_on(mut self, length: Int, min_len: Int, max_len: Int) -> Bool:
        # Whether a sequence of this length gets one more element: ten are usual.
        if length < min_len:
            return True
        return length < max_len and self._draw(10) > 0

    def rand_bool(mut self, *, true_probability: Float64 = 0.5) raises -> Bool:
        """True with a probability."""
        if not (0.0 <= true_probability <= 1.0):
            raise Error("a probability is between 0 and 1")
        if true_probability == 1.0:
            return True
        var steps = Float64(1 << 53)
        return Float64(self._draw((1 << 53) - 1)) >= steps * (1.0 - true_probability)

    def rand_scalar[
        dtype: DType
    ](
        mut self,
        *,
        min: Scalar[dtype] = Scalar[dtype].MIN_FINITE,
        max: Scalar[dtype] = Scalar[dtype].MAX_FINITE,
    ) raises -> Scalar[dtype]:
        """A number between two, both included."""
        if min > max:
            raise Error("the minimum ", min, " is larger than the maximum ", max)
        comptime if dtype.is_floating_point():
            return self._float[dtype](min, max)
        else:
            return self._integer[dtype](min, max)

    def rand_int(mut self, *, min: Int = Int.MIN, max: Int = Int.MAX) raises -> Int:
        """A number between two, both included."""
        return self.rand_scalar[DType.int](min=min, max=max)

    def rand_uint(mut self, *, min: UInt = UInt.MIN, max: UInt = UInt.MAX) raises -> UInt:
        """A number between two, both included."""
        return self.rand_scalar[DType.uint](min=min, max=max)

    def _integer[dtype: DType](mut self, least: Scalar[dtype], most: Scalar[dtype]) -> Scalar[dtype]:
        # Numbers near 0 are the simplest, positive ones before negative ones.
        comptime assert dtype.bit_width() <= 64, "random numbers have at most 64 bits"
        if least > 0:
            return least + self._draw(_distance(least, most)).cast[dtype]()
        if most < 0:
            return most - self._draw(_distance(least, most)).cast[dtype]()
        var below = _distance(least, Scalar[dtype](0))
        var above = _distance(Scalar[dtype](0), most)
        var is_negative = False
        if below > 0:
            is_negative = above == 0 or self._draw(1) == 1
        if is_negative:
            return Scalar[dtype](0) - self._draw(below).cast[dtype]()
        return self._draw(above).cast[dtype]()

    def _float[dtype: DType](mut self, least: Scalar[dtype], most: Scalar[dtype]) -> Scalar[dtype]:
        # Whole numbers near 0 are the simplest; the rest lies evenly between the ends.
        if self._draw(3) == 0 and least < 1000 and most > -1000:
            return self._small[dtype](least, most)
        var part = Float64(self._draw((1 << 53) - 1)) / Float64((1 << 53) - 1)
        var low = least.cast[DType.float64]()
        var high = most.cast[DType.float64]()
        var value = (low * (1.0 - part) + high * part).cast[dtype]()
        return value.clamp(least, most)

    def _small[dtype: DType](mut self, least: Scalar[dtype], most: Scalar[dtype]) -> Scalar[dtype]:
        # A whole number near 0, or near the end that is nearest to 0.
        comptime reach = 100 if dtype.bit_width() >= 16 else 7
        var down = least
        var up = most
        if least <= 0 and most >= 0:
            down = max(least, Scalar[dtype](-reach)) if dtype.is_signed() else least
            up = min(most, Scalar[dtype](reach))
        elif least > 0:
            up = least + min(most - least, Scalar[dtype](reach))
        else:
            down = most - min(most - least, Scalar[dtype](reach))
        comptime if dtype.is_floating_point():
            var whole = self._integer[DType.int64](_ceiling(down), _floor(up))
            return whole.cast[dtype]().clamp(least, most)
        else:
            return self._integer[dtype](down, up)


def _distance[dtype: DType](least: Scalar[dtype], most: Scalar[dtype]) -> UInt64:
    return most.cast[DType.uint64]() - least.cast[DType.uint64]()


def _ceiling[dtype: DType](x: Scalar[dtype]) -> Int64:
    var whole = x.cast[DType.int64]()
    return whole + 1 if whole.cast[dtype]() < x else whole


def _floor[dtype: DType](x: Scalar[dtype]) -> Int64:
    var whole = x.cast[DType.int64]()
    return whole - 1 if whole.cast[dtype]() > x else whole
