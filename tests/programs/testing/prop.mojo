# Properties that hold for all values that a strategy makes.
from std.testing import assert_equal, assert_true
from std.testing.prop import PropTest, PropTestConfig
from std.testing.prop.strategy import *


def reversing_twice(var numbers: List[Int]) raises:
    var copy = numbers.copy()
    copy.reverse()
    copy.reverse()
    assert_true(copy == numbers)


def sorted_is_ordered(var numbers: List[Int]) raises:
    sort(numbers)
    for i in range(1, len(numbers)):
        assert_true(numbers[i - 1] <= numbers[i])


def upper_keeps_length(var text: String) raises:
    assert_equal(text.upper().byte_length(), text.byte_length())


def in_range(n: Int16) raises:
    assert_true(n >= -5 and n <= 5)


def fails(n: Int) raises:
    raise Error("no number is good enough")


def main() raises:
    PropTest().test[reversing_twice](List[Int].strategy(Int.strategy(), max_len=20))
    PropTest(config=PropTestConfig(runs=20)).test[sorted_is_ordered](List[Int].strategy(Int.strategy(), max_len=20))
    PropTest().test[upper_keeps_length](String.strategy(max_len=20))
    PropTest().test[in_range](Int16.strategy(min=-5, max=5))
    try:
        PropTest(config=PropTestConfig(runs=10, seed=3)).test[fails](Int.strategy())
    except error:
        for part in ["PropTestError: \n\tRuns: 0\n\tSeed: 3\n\tError: no number is good enough"]:
            print(part in String(error))
    print("done")
