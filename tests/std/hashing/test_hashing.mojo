"""hash, custom hashers, base64 and base16."""

from std.base64 import b16decode, b16encode, b64decode, b64encode
from std.collections import Set
from std.hash import Hasher, hash
from std.testing import TestSuite, assert_equal, assert_not_equal, assert_raises, assert_true


@fieldwise_init
struct Pair(Copyable, Equatable, Hashable):
    var name: String
    var number: Int

    def __eq__(self, other: Self) -> Bool:
        return self.name == other.name and self.number == other.number

    def __hash__[H: Hasher](self, mut hasher: H):
        self.name.__hash__(hasher)
        self.number.__hash__(hasher)


def test_equal_values_hash_alike() raises:
    assert_equal(hash(5), hash(2 + Int(3)))
    assert_equal(hash(String("abc")), hash(String("ab") + "c"))
    assert_equal(hash(Float64(0.0)), hash(Float64(-0.0)))
    assert_equal(hash((1, String("a"))), hash((1, String("a"))))
    assert_equal(hash(Pair("a", 1)), hash(Pair("a", 1)))
    assert_equal(hash(True), hash(Int(1) == 1))


def test_different_values_hash_differently() raises:
    assert_not_equal(hash(5), hash(6))
    assert_not_equal(hash(String("a")), hash(String("b")))
    assert_not_equal(hash(String("")), hash(String("\0")))
    assert_not_equal(hash(Pair("a", 1)), hash(Pair("a", 2)))
    assert_not_equal(hash(Pair("a", 1)), hash(Pair("b", 1)))
    assert_not_equal(hash((1, 2)), hash((2, 1)))
    assert_not_equal(hash(Int128(1)), hash(Int128(1) << 64))
    assert_not_equal(hash(UInt256(1) << 200), hash(UInt256(1) << 201))


def test_hashes_spread() raises:
    var low = Set[UInt64]()
    var high = Set[UInt64]()
    for i in range(1000):
        var h = UInt64(hash(i))
        low.add(h & 0xFFF)
        high.add(h >> 52)
    assert_true(len(low) > 700)
    assert_true(len(high) > 700)


def test_keys_of_tables() raises:
    var table = Dict[Pair, Int]()
    for i in range(100):
        table[Pair(String(i % 10), i // 10)] = i
    assert_equal(len(table), 100)
    assert_equal(table[Pair("3", 7)], 73)
    assert_true(Pair("3", 70) not in table)


def test_base64() raises:
    assert_equal(b64encode("Hello Mojo!!!"), "SGVsbG8gTW9qbyEhIQ==")
    assert_equal(b64encode(""), "")
    assert_equal(b64encode("a"), "YQ==")
    assert_equal(b64encode("ab"), "YWI=")
    assert_equal(b64encode("héé"), "aMOpw6k=")
    assert_equal(String(unsafe_from_utf8=b64decode("SGVsbG8gTW9qbyEhIQ==")), "Hello Mojo!!!")
    assert_equal(len(b64decode("")), 0)
    assert_equal(String(b64decode("SGVs bG8=\n")), "[72, 101, 108, 108, 111]")
    assert_equal(String(b64decode("SG=sbG8=")), "[72]")
    for text in [String("SGVsbG8"), String("!!!!"), String("=")]:
        with assert_raises(contains="ValueError"):
            _ = b64decode(text)


def test_base16() raises:
    assert_equal(b16encode("hello\n"), "68656C6C6F0A")
    assert_equal(String(b16decode("68656C6C6F0A")), "[104, 101, 108, 108, 111, 10]")
    for text in [String("686"), String("zz"), String("6a"), String("6 ")]:
        with assert_raises(contains="ValueError"):
            _ = b16decode(text)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
