# repr of strings, byte spans, sub-strings, code points and graphemes.
from std.testing import TestSuite, assert_equal, assert_true


def test_repr() raises:
    assert_equal(repr(String("")), "''")
    assert_equal(repr(String("hello")), "'hello'")
    assert_equal(repr(String("\\")), r"'\\'")
    assert_equal(repr(String("\t\n\r")), r"'\t\n\r'")
    assert_equal(repr(String("'")), r"'\''")
    assert_equal(repr(String("\"")), "'\"'")
    assert_equal(repr(String("\x00\x1f\x7f")), r"'\x00\x1f\x7f'")
    assert_equal(repr(String("café 🔥")), "'café 🔥'")


def test_sub_strings() raises:
    var s = String("Hi👋!")
    assert_equal(s[byte=0:2], "Hi")
    assert_equal(s[byte=0:6], "Hi👋")
    assert_equal(s[byte=6:], "!")
    assert_equal(s[codepoint=2], "👋")
    assert_equal(s.count_codepoints(), 4)
    assert_equal(s.count_graphemes(), 4)


def test_graphemes() raises:
    var s = String("👍🏻e\u0301")
    assert_equal(s.count_codepoints(), 4)
    assert_equal(s.count_graphemes(), 2)
    assert_equal(s[grapheme=1], "e\u0301")


def test_bytes() raises:
    var s = String("Hello")
    var bytes = s.unsafe_as_bytes_mut()
    bytes[0] = Byte(ord("J"))
    assert_equal(s, "Jello")
    assert_equal(len(s.as_bytes()), 5)
    comptime lit = "abc".as_bytes()
    assert_equal(len(lit), 3)


def test_compile_time() raises:
    comptime s = String("ab") + "cd"
    assert_equal(s, "abcd")
    comptime n = s.byte_length()
    assert_equal(n, 4)


def test_truth() raises:
    assert_true(StringSpan("abc").__bool__())
    assert_true(not StringSpan(""))


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
