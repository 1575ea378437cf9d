"""std.random: the numbers of a seed are always the same, and within their bounds."""

from std.random import rand, randint, randn, randn_float64, random_float64, random_si64, random_ui64, seed, shuffle
from std.random.philox import NormalRandom, Random
from std.testing import TestSuite, assert_almost_equal, assert_equal, assert_not_equal, assert_true


def test_numbers_of_a_seed() raises:
    seed(7)
    assert_equal(random_ui64(0, 100), 59)
    assert_equal(random_si64(-50, 50), 0)
    assert_equal(random_float64(), 0.4069604044303493)
    assert_almost_equal(randn_float64(), 1.8755621959983741)
    assert_equal(random_ui64(0, UInt64.MAX), 14898607315648454823)
    assert_equal(random_si64(Int64.MIN, Int64.MAX), 7197902389264280431)
    assert_equal(random_float64(5, 6), 5.147775010005343)
    assert_almost_equal(randn_float64(3, 0.5), 2.7445365773441104)
    seed(7)
    assert_equal(random_ui64(0, 100), 59)
    seed(-1)
    assert_equal(random_ui64(0, UInt64.MAX), 8260858497399736121)


def test_seeds_differ() raises:
    seed(6)
    var six = random_ui64(0, UInt64.MAX)
    seed(7)
    assert_not_equal(six, random_ui64(0, UInt64.MAX))
    seed()
    _ = random_ui64(0, 1)


def test_shuffle() raises:
    seed(7)
    _ = random_ui64(0, 100)
    var list: List[Int] = [1, 2, 3, 4, 5, 6]
    shuffle(list)
    assert_equal(String(list), "[1, 5, 2, 6, 4, 3]")


def test_fill() raises:
    seed(3)
    var floats = List[Float32](length=100, fill=9)
    rand(floats.unsafe_ptr(), 100)
    for f in floats:
        assert_true(f >= 0)
        assert_true(f <= 1)
    rand(floats.unsafe_ptr(), 100, min=-2, max=2, int_scale=2)
    for f in floats:
        assert_equal(f * 4, round(f * 4))
        assert_true(f >= -2)
        assert_true(f < 2)
    randn(floats.unsafe_ptr(), 100, 50, 0.5)
    for f in floats:
        assert_true(f > 40)
        assert_true(f < 60)


def test_fill_with_integers() raises:
    seed(3)
    var numbers = List[Int8](length=200, fill=99)
    randint(Span(numbers), low=-3, high=3)
    randint[DType.int8](numbers, -3, 3)
    randint(numbers.unsafe_ptr(), 200, -3, 3)
    var seen = List[Int](length=7, fill=0)
    for n in numbers:
        seen[Int(n) + 3] += 1
    for count in seen:
        assert_true(count > 5)
    rand(numbers.unsafe_ptr(), 200, min=-3, max=3)
    for n in numbers:
        assert_true(n >= -3)
        assert_true(n <= 3)
    var bytes = List[UInt8](length=200, fill=99)
    rand(bytes.unsafe_ptr(), 200)
    for b in bytes:
        assert_true(b <= 1)


def test_bounds() raises:
    for _ in range(100):
        assert_equal(random_ui64(5, 5), 5)
        assert_true(random_ui64(10, 12) >= 10)
        assert_true(random_ui64(10, 12) <= 12)
        assert_true(random_si64(-2, 2) >= -2)
        assert_true(random_float64(1, 2) < 2)
    assert_equal(random_ui64(9, 3), 9)
    assert_equal(random_si64(9, 3), 9)


def test_philox() raises:
    var r = Random(seed=42)
    assert_equal(String(r.step()), "[2632642643, 2012563771, 314527917, 1463989207]")
    assert_equal(String(r.step()), "[4242219303, 1404726525, 2207210094, 1951270651]")
    assert_almost_equal(r.step_uniform()[0], 0.6517336)
    var q = Random[6](seed=42, subsequence=3, offset=9)
    assert_equal(String(q.step()), "[1756389698, 2085306760, 1286281653, 4047642574]")
    var later = Random(seed=42, offset=1)
    assert_equal(String(later.step()), "[4242219303, 1404726525, 2207210094, 1951270651]")
    var n = NormalRandom(seed=42)
    assert_almost_equal(
        n.step_normal(1, 2),
        SIMD[DType.float32, 8](2.4142942, -1.6660316, 2.1084397, 3.5411728, 1.2200211, 4.8770137, 0.8043044, 2.6435046),
        rtol=1e-5,
    )


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
