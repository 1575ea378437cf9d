# String: construction, comparison, search, parsing, character conversion, joins.
from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_constructors() raises:
    assert_equal(String().byte_length(), 0)
    assert_equal(String(0), "0")
    assert_equal(String(-12), "-12")
    assert_equal(String(Codepoint(UInt8(65))), "A")
    assert_equal(String(1, "x", 2.5), "1x2.5")
    assert_equal(String(capacity_bytes=100).byte_length(), 0)


def test_copy_independent() raises:
    var a = String("find")
    var b = a
    b += "!"
    assert_equal(a, "find")
    assert_equal(b, "find!")


def test_comparison() raises:
    var abc = String("abc")
    assert_true(abc < "abd")
    assert_true(abc > "ABC")
    assert_true(abc <= "abc")
    assert_false(abc < "ab")
    assert_true(String("") < abc)


def test_concatenation() raises:
    var s1 = String("123")
    assert_equal(s1 + "abc", "123abc")
    assert_equal("abc" + s1, "abc123")
    s1 += "x"
    assert_equal(s1 * 2, "123x123x")


def test_join() raises:
    var xs: List[Int] = [1, 2, 3]
    assert_equal(",".join(xs), "1,2,3")
    assert_equal(String(",").join(["a"]), "a")
    var empty = List[String]()
    assert_equal(",".join(empty), "")


def test_ord_chr() raises:
    assert_equal(ord("A"), 65)
    assert_equal(ord("α"), 945)
    assert_equal(ord("🔥"), 128293)
    assert_equal(chr(97), "a")
    assert_equal(chr(10175), "➿")
    comptime code = ord("!")
    assert_equal(code, 33)


def test_atol() raises:
    assert_equal(atol("375"), 375)
    assert_equal(atol(" -52"), -52)
    assert_equal(atol("1_100"), 1100)
    assert_equal(atol("0xff", 16), 255)
    assert_equal(atol("0b11", 0), 3)
    assert_equal(atol("Z", 36), 35)
    with assert_raises(contains="String is not convertible to integer with base 10: '9.03'"):
        _ = atol("9.03")
    with assert_raises(contains="Base must be >= 2 and <= 36, or 0."):
        _ = atol("0", 1)


def test_atof() raises:
    assert_equal(atof("375.f"), 375.0)
    assert_equal(atof(" -69E+3  "), -69e3)
    assert_equal(atof(".78"), 0.78)
    assert_equal(atof("1.23e-2"), 1.23e-2)
    with assert_raises(contains="String is not convertible to float"):
        _ = atof("12x")


def test_search() raises:
    var s = String("hello world, hello")
    assert_equal(s.find("hello"), 0)
    assert_equal(s.find("hello", 1), 13)
    assert_equal(s.rfind("hello"), 13)
    assert_equal(s.find("zzz"), -1)
    assert_equal(s.count("l"), 5)
    assert_true("world" in s)
    assert_true(s.startswith("hell"))
    assert_true(s.endswith("llo"))


def test_split() raises:
    var parts = String("a b  c").split(" ")
    assert_equal(len(parts), 4)
    assert_equal(parts[2], "")
    assert_equal(len(String("  a b  ").split()), 2)
    var limited = String("1,2,3,4").split(",", maxsplit=2)
    assert_equal(len(limited), 3)
    assert_equal(limited[2], "3,4")


def test_case_strip_replace() raises:
    assert_equal(String("MiXed").lower(), "mixed")
    assert_equal(String("MiXed").upper(), "MIXED")
    assert_equal(String("  x ").strip(), "x")
    assert_equal(String("xxaxx").strip("x"), "a")
    assert_equal(String("aXbX").replace("X", "--"), "a--b--")


def test_predicates() raises:
    assert_true(String("abc").isspace() == False)
    assert_true(String(" \t").isspace())


def test_subscript() raises:
    var s = String("héllo")
    assert_equal(s[byte=0], "h")
    assert_equal(s[codepoint=1], "é")
    assert_equal(s[codepoint=1:3], "él")
    assert_equal(s[byte=0:1], "h")
    assert_equal(s.count_codepoints(), 5)
    assert_equal(s.byte_length(), 6)


def test_hash_equal() raises:
    assert_equal(hash(String("abc")), hash("abc"))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
