"""PropTest: checks a property for many values, and looks for the smallest that breaks it."""

from std.sys.intrinsics import _type_is_eq
from std.testing.prop.random import Rng
from std.testing.prop.strategy.strategy import Strategy
from std.time import perf_counter_ns


struct PropTestConfig(Copyable, Movable):
    """How a property is tested.

    Example:

    ```mojo
    from std.testing.prop import PropTestConfig

    var config = PropTestConfig(runs=500, seed=42)
    print(config.runs, config.seed)  # 500 42
    ```
    """

    var runs: Int
    """How many values must pass."""
    var seed: Int
    """The seed of the random numbers: the same seed gives the same values."""
    var max_shrinks: Int
    """How many smaller values are tried once a property is broken."""

    def __init__(out self, *, runs: Int = 100, seed: Optional[Int] = None, max_shrinks: Int = 2000):
        """Sets up a test; without a seed, the clock gives one."""
        self.runs = runs
        self.seed = seed.value() if seed else Int(perf_counter_ns() & 0xFFFF_FFFF)
        self.max_shrinks = max_shrinks


struct PropTest(Movable):
    """Tests properties.

    A property is a function that raises when a value breaks it. The error says how many values passed before, the seed, what
    was raised, and the smallest value found that breaks the property.

    Example:

    ```mojo
    from std.testing import assert_true
    from std.testing.prop import PropTest, PropTestConfig

    def reversing_twice_changes_nothing(var numbers: List[Int]) raises:
        var copy = numbers.copy()
        copy.reverse()
        copy.reverse()
        assert_true(copy == numbers)

    def is_below_1000(n: Int) raises:
        assert_true(n < 1000)

    PropTest().test[reversing_twice_changes_nothing](List[Int].strategy(Int.strategy()))
    try:
        PropTest(config=PropTestConfig(seed=1)).test[is_below_1000](Int.strategy(min=0, max=100_000))
    except error:
        print("Example: 1000" in String(error))  # True
    ```
    """

    var config: PropTestConfig
    """How to test."""

    def __init__(out self):
        """Tests with 100 values."""
        self.config = PropTestConfig()

    def __init__(out self, *, var config: PropTestConfig):
        """Tests as it is told."""
        self.config = config^

    def test[
        StrategyType: Strategy & Deinitable, //, f: def(var StrategyType.Value) raises capturing -> None
    ](self, var strategy: StrategyType) raises:
        """Checks a property for the values of a strategy; raises when one breaks it."""
        var rng = Rng(seed=self.config.seed)
        for run in range(self.config.runs):
            rng._taken = List[UInt64]()
            var failure: Optional[Error] = None
            var value = strategy.value(rng)
            try:
                f(value^)
            except error:
                failure = error^
            if failure:
                var choices = self._smallest[f](strategy, rng._taken)
                raise self._report[f](strategy, choices, run, failure.take())

    def _smallest[
        StrategyType: Strategy & Deinitable, //, f: def(var StrategyType.Value) raises capturing -> None
    ](self, mut strategy: StrategyType, found: List[UInt64]) -> List[UInt64]:
        # Tries smaller choices for as long as they break the property, too, and there is something to gain.
        var best = found.copy()
        var tries = self.config.max_shrinks
        var again = True
        while again and tries > 0:
            again = False
            for size in range(12, 0, -1):
                again = self._without_pieces[f](strategy, best, size, tries) or again
            for i in range(len(best)):
                if i < len(best) and best[i] > 0 and tries > 0:
                    again = self._lower[f](strategy, best, i, tries) or again
        return best^

    def _without_pieces[
        StrategyType: Strategy & Deinitable, //, f: def(var StrategyType.Value) raises capturing -> None
    ](self, mut strategy: StrategyType, mut best: List[UInt64], size: Int, mut tries: Int) -> Bool:
        # Leaves out pieces of so many choices, from the end on.
        var gained = False
        var at = len(best) - size
        while at >= 0 and tries > 0:
            var shorter = List[UInt64](capacity=len(best))
            for i in range(len(best)):
                if i < at or i >= at + size:
                    shorter.append(best[i])
            if self._accepts[f](strategy, best, shorter^, tries):
                gained = True
                at = min(at, len(best)) - size
            else:
                at -= 1
        return gained

    def _lower[
        StrategyType: Strategy & Deinitable, //, f: def(var StrategyType.Value) raises capturing -> None
    ](self, mut strategy: StrategyType, mut best: List[UInt64], at: Int, mut tries: Int) -> Bool:
        # The smallest number for one choice, by halving what lies between one that passes and one that does not.
        var gained = False
        var passes = UInt64(0)
        if self._accepts[f](strategy, best, _with_choice(best, at, 0), tries):
            return True
        while at < len(best) and best[at] - passes > 1 and tries > 0:
            var middle = passes + (best[at] - passes) // 2
            if self._accepts[f](strategy, best, _with_choice(best, at, middle), tries):
                gained = True
            else:
                passes = middle
        return gained

    def _accepts[
        StrategyType: Strategy & Deinitable, //, f: def(var StrategyType.Value) raises capturing -> None
    ](
        self, mut strategy: StrategyType, mut best: List[UInt64], var choices: List[UInt64], mut tries: Int
    ) -> Bool:
        # Whether these choices are smaller and break the property; then they are the best ones.
        tries -= 1
        var rng = Rng(_choices=choices^)
        try:
            var value = strategy.value(rng)
            try:
                f(value^)
                return False
            except:
                pass
        except:
            return False
        if not _is_smaller(rng._taken, best):
            return False
        best = rng._taken.copy()
        return True

    def _report[
        StrategyType: Strategy & Deinitable, //, f: def(var StrategyType.Value) raises capturing -> None
    ](self, mut strategy: StrategyType, choices: List[UInt64], passed: Int, var first: Error) -> Error:
        var reason = String(first)
        var example = String("a value that cannot be written")
        try:
            var rng = Rng(_choices=choices.copy())
            var value = strategy.value(rng)
            comptime if _type_is_eq[StrategyType.Value, String]():
                example = repr(value)
            elif conforms_to(StrategyType.Value, Writable):
                example = String(value)
            try:
                f(value^)
            except error:
                reason = String(error)
        except:
            pass
        return Error(
            "PropTestError: \n\tRuns: ",
            passed,
            "\n\tSeed: ",
            self.config.seed,
            "\n\tError: ",
            reason,
            "\n\tExample: ",
            example,
        )


def _with_choice(choices: List[UInt64], at: Int, choice: UInt64) -> List[UInt64]:
    var result = choices.copy()
    result[at] = choice
    return result^


def _is_smaller(a: List[UInt64], b: List[UInt64]) -> Bool:
    # Fewer choices, or smaller ones.
    if len(a) != len(b):
        return len(a) < len(b)
    for i in range(len(a)):
        if a[i] != b[i]:
            return a[i] < b[i]
    return False
