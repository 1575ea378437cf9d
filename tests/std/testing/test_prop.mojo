"""Property tests: what passes, what is found, how small it becomes, and that a seed repeats it."""

from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true
from std.testing.prop import PropTest, PropTestConfig, Rng, Strategy


def failure[
    StrategyType: Strategy, //, f: def(var StrategyType.Value) raises capturing -> None
](var strategy: StrategyType, seed: Int) raises -> String:
    """What a property that must fail reports."""
    try:
        PropTest(config=PropTestConfig(runs=1000, seed=seed)).test[f](strategy^)
    except error:
        return String(error)
    raise Error("the property held")


def test_all_runs_are_done() raises:
    var count = 0

    @__parameter
    def counts(n: Int) raises:
        count += 1

    PropTest(config=PropTestConfig(runs=37)).test[counts](Int.strategy())
    assert_equal(count, 37)
    PropTest().test[counts](Int.strategy())
    assert_equal(count, 137)


def test_values_are_in_range() raises:
    def small(n: Int8) raises:
        assert_true(n >= -3 and n <= 5)

    def above(n: UInt64) raises:
        assert_true(n >= 1 << 40)

    def below(n: Int) raises:
        assert_true(n >= -50 and n <= -40)

    def quarter(x: Float32) raises:
        assert_true(x >= 0.25 and x <= 0.5)

    def finite(x: Float64) raises:
        assert_true(x == x and x - x == 0)

    def lanes(x: SIMD[DType.int16, 4]) raises:
        assert_true(x.ge(10).reduce_and() and x.le(12).reduce_and())

    PropTest().test[small](Int8.strategy(min=-3, max=5))
    PropTest().test[above](UInt64.strategy(min=1 << 40))
    PropTest().test[below](Int.strategy(min=-50, max=-40))
    PropTest().test[quarter](Float32.strategy(min=0.25, max=0.5))
    PropTest().test[finite](Float64.strategy())
    PropTest().test[lanes](SIMD[DType.int16, 4].strategy(min=10, max=12))


def test_lists_and_texts_have_their_lengths() raises:
    def three_to_five(var numbers: List[UInt8]) raises:
        assert_true(len(numbers) >= 3 and len(numbers) <= 5)

    def ascii(var text: String) raises:
        assert_true(text.byte_length() <= 4)
        for byte in text.as_bytes():
            assert_true(byte < 128)

    def printable(var text: String) raises:
        for byte in text.as_bytes():
            assert_true(byte >= 32 and byte < 127)

    def unicode(var text: String) raises:
        assert_equal(text.count_codepoints(), 6)

    PropTest().test[three_to_five](List[UInt8].strategy(UInt8.strategy(), min_len=3, max_len=5))
    PropTest().test[ascii](String.strategy(max_len=4))
    PropTest().test[printable](String.strategy(only_printable=True))
    PropTest().test[unicode](String.strategy(min_len=6, max_len=6, unicode=True))


def test_both_truths_come() raises:
    var seen = [0, 0]

    @__parameter
    def look(b: Bool) raises:
        seen[Int(b)] += 1

    PropTest(config=PropTestConfig(seed=1)).test[look](Bool.strategy())
    assert_true(seen[0] > 20 and seen[1] > 20)


def test_the_smallest_number_is_found() raises:
    def below_1000(n: Int) raises:
        assert_true(n < 1000, "too large")

    def above_minus_77(n: Int32) raises:
        assert_true(n > -77)

    for seed in range(5):
        var report = failure[below_1000](Int.strategy(min=0, max=1_000_000), seed)
        assert_true(report.endswith("Example: 1000"), report)
        assert_true("PropTestError" in report and "too large" in report and "Runs: " in report)
        assert_true(String("Seed: ", seed) in report)
        assert_true(failure[above_minus_77](Int32.strategy(), seed).endswith("Example: -77"))


def test_the_smallest_list_is_found() raises:
    def sum_is_small(var numbers: List[Int]) raises:
        var sum = 0
        for number in numbers:
            sum += number
        assert_true(sum < 100)

    def has_no_pair(var numbers: List[Int]) raises:
        for i in range(1, len(numbers)):
            assert_false(numbers[i] == 7 and numbers[i - 1] > 2)

    for seed in range(5):
        var of = List[Int].strategy(Int.strategy(min=0, max=1000))
        assert_true(failure[sum_is_small](of^, seed).endswith("Example: [100]"))
        of = List[Int].strategy(Int.strategy(min=0, max=9))
        assert_true(failure[has_no_pair](of^, seed).endswith("Example: [3, 7]"))


def test_the_smallest_text_is_found() raises:
    def has_no_e(var text: String) raises:
        assert_false("e" in text)

    for seed in range(5):
        assert_true(failure[has_no_e](String.strategy(), seed).endswith("Example: 'e'"))


@fieldwise_init
struct Point(Copyable, Movable, Writable):
    var x: Int
    var y: Int


@fieldwise_init
struct Points(Strategy):
    comptime Value = Point

    def value(mut self, mut rng: Rng) raises -> Point:
        return Point(rng.rand_int(min=0, max=100), rng.rand_int(min=0, max=100))


def test_a_strategy_of_ones_own() raises:
    def near(var p: Point) raises:
        assert_true(p.x + p.y < 30 or p.y < 10)

    def in_range(var p: Point) raises:
        assert_true(p.x <= 100 and p.y <= 100)

    PropTest().test[in_range](Points())
    assert_true(failure[near](Points(), 3).endswith("Example: Point(x=0, y=30)"))


def test_a_seed_gives_the_same_values() raises:
    var first = List[Int]()
    var second = List[Int]()

    @__parameter
    def keep_first(n: Int) raises:
        first.append(n)

    @__parameter
    def keep_second(n: Int) raises:
        second.append(n)

    PropTest(config=PropTestConfig(seed=5)).test[keep_first](Int.strategy())
    PropTest(config=PropTestConfig(seed=5)).test[keep_second](Int.strategy())
    assert_true(first == second)
    PropTest(config=PropTestConfig(seed=6)).test[keep_second](Int.strategy())
    assert_false(first[0] == second[100] and first[1] == second[101])


def test_wrong_ranges() raises:
    var rng = Rng(seed=1)
    with assert_raises(contains="larger than"):
        _ = rng.rand_int(min=2, max=1)
    with assert_raises(contains="probability"):
        _ = rng.rand_bool(true_probability=1.5)
    assert_false(rng.rand_bool(true_probability=0.0))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
