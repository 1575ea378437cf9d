"""The strategies of numbers and of `Bool`."""

from std.testing.prop.random import Rng
from std.testing.prop.strategy.strategy import Strategy


@fieldwise_init
struct _SIMDStrategy[dtype: DType, length: SIMDLength](Copyable, Movable, Strategy):
    """Numbers of a range: mostly any, often small ones, sometimes the ends."""

    comptime Value = SIMD[Self.dtype, Self.length]

    var min: Scalar[Self.dtype]
    var max: Scalar[Self.dtype]

    def value(mut self, mut rng: Rng) raises -> SIMD[Self.dtype, Self.length]:
        var result = SIMD[Self.dtype, Self.length]()
        comptime for i in range(Int(Self.length)):
            result[i] = self._lane(rng)
        return result

    def _lane(self, mut rng: Rng) raises -> Scalar[Self.dtype]:
        comptime if Self.dtype == DType.bool:
            return rebind[Scalar[Self.dtype]](Scalar[DType.bool](rng.rand_bool()))
        else:
            rng._seeks_edges = True
            var lane = rng.rand_scalar[Self.dtype](min=self.min, max=self.max)
            rng._seeks_edges = False
            return lane


@fieldwise_init
struct _BoolStrategy(Copyable, Movable, Strategy):
    """True or False."""

    comptime Value = Bool

    def value(mut self, mut rng: Rng) raises -> Bool:
        return rng.rand_bool()


__extension SIMD:
    @staticmethod
    def strategy(
        *,
        min: Scalar[Self.dtype] = Scalar[Self.dtype].MIN_FINITE,
        max: Scalar[Self.dtype] = Scalar[Self.dtype].MAX_FINITE,
    ) -> _SIMDStrategy[Self.dtype, Self.length]:
        """Random numbers between two, both included, for property tests.

        ```mojo
        from std.testing.prop import Rng

        var rng = Rng(seed=1)
        var strategy = UInt8.strategy(min=3, max=5)
        print(3 <= strategy.value(rng) <= 5)  # True
        ```
        """
        return _SIMDStrategy[Self.dtype, Self.length](min, max)


__extension Bool:
    @staticmethod
    def strategy() -> _BoolStrategy:
        """True or False, for property tests.

        ```mojo
        from std.testing.prop import Rng

        var rng = Rng(seed=1)
        var strategy = Bool.strategy()
        print(strategy.value(rng) in [True, False])  # True
        ```
        """
        return _BoolStrategy()
