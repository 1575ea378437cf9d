"""The strategy of lists."""

from std.testing.prop.random import Rng
from std.testing.prop.strategy.strategy import Strategy


struct _ListStrategy[Of: Strategy](Movable, Strategy):
    """Lists whose elements another strategy makes."""

    comptime Value = List[Self.Of.Value]

    var elements: Self.Of
    var min_len: Int
    var max_len: Int

    def __init__(out self, var elements: Self.Of, min_len: Int, max_len: Int):
        self.elements = elements^
        self.min_len = min_len
        self.max_len = max_len

    def value(mut self, mut rng: Rng) raises -> List[Self.Of.Value]:
        var result = List[Self.Of.Value]()
        while rng._goes_on(len(result), self.min_len, self.max_len):
            result.append(self.elements.value(rng))
        return result^


__extension List:
    @staticmethod
    def strategy[
        StrategyType: Strategy
    ](var strategy: StrategyType, *, min_len: Int = 0, max_len: Int = Int.MAX) -> _ListStrategy[StrategyType]:
        """Lists with elements of a strategy, for property tests.

        ```mojo
        from std.testing.prop import Rng

        var rng = Rng(seed=1)
        var strategy = List[Int].strategy(Int.strategy(min=0, max=9), min_len=2, max_len=4)
        print(2 <= len(strategy.value(rng)) <= 4)  # True
        ```
        """
        return _ListStrategy[StrategyType](strategy^, min_len, max_len)
