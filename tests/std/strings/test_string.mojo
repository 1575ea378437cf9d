"""String, StringSlice and Codepoint."""

from std.testing import TestSuite, assert_equal, assert_false, assert_raises, assert_true


def test_sizes_around_the_inline_form() raises:
    for size in range(40):
        var text = String("x") * size
        assert_equal(text.byte_length(), size)
        var copy = text
        copy += "é"
        assert_equal(copy.byte_length(), size + 2)
        assert_equal(copy.count_codepoints(), size + 1)
        assert_equal(text.byte_length(), size)
        assert_true(copy.startswith(text))
        assert_true(copy.endswith("é"))
        assert_equal(copy.removesuffix("é"), text)


def test_building() raises:
    var text = String()
    for i in range(100):
        text += String(i)
        text += ","
    assert_equal(text.byte_length(), 290)
    assert_equal(text.count(","), 100)
    assert_true(text.startswith("0,1,2,3,"))
    assert_true(text.endswith(",98,99,"))
    assert_equal(String("a", 1, True, 2.5, sep="-", end="!"), "a-1-True-2.5!")
    assert_equal("ab" + String("cd") + "ef", "abcdef")
    assert_equal(String("ab") * 3, "ababab")


def test_searching() raises:
    var text = String("the quick brown fox jumps over the lazy dog and the quick cat")
    assert_equal(text.find("quick"), 4)
    assert_equal(text.find("quick", 5), 52)
    assert_equal(text.rfind("the"), 48)
    assert_equal(text.find("t"), 0)
    assert_equal(text.find("cat"), 58)
    assert_equal(text.find("cats"), -1)
    assert_equal(text.count("the"), 3)
    assert_true("fox jumps" in text)
    assert_false("fox  jumps" in text)
    assert_equal(text.replace("quick", "slow").byte_length(), text.byte_length() - 2)
    assert_equal(String("aaa").replace("a", "bb"), "bbbbbb")
    assert_equal(String("abc").replace("x", "y"), "abc")


def test_cutting() raises:
    var parts = String("a,b,,c").split(",")
    assert_equal(len(parts), 4)
    assert_equal(parts[2], "")
    assert_equal(parts[3], "c")
    assert_equal(len(String("1,2,3,4").split(",", maxsplit=2)), 3)
    assert_equal(len(String("  a b\tc\n").split()), 3)
    var lines = String("x\ny\r\nz").splitlines()
    assert_equal(len(lines), 3)
    assert_equal(lines[1], "y")
    assert_equal(String("  ab ").strip(), "ab")
    assert_equal(String("  ab ").lstrip(), "ab ")
    assert_equal(String("  ab ").rstrip(), "  ab")
    assert_equal(String("xxabx").strip("x"), "ab")
    assert_equal(String("prefix-rest").removeprefix("prefix-"), "rest")
    assert_equal(String(", ").join(["a", "b", "c"]), "a, b, c")
    assert_equal(String("-").join([1, 2, 3]), "1-2-3")


def test_comparing() raises:
    assert_true(String("abc") == "abc")
    assert_true(String("abc") != "abd")
    assert_true(String("abc") < "abd")
    assert_true(String("ab") < "abc")
    assert_true(String("b") > "abc")
    assert_true(String("abc") <= "abc")
    assert_true(String("é") > "z")
    assert_equal(hash(String("a text longer than a String's inline form")), hash(String("a text longer than ") + "a String's inline form"))


def test_case_and_kind() raises:
    assert_equal(String("Grüße").upper(), "GRÜSSE")
    assert_equal(String("ÀÉÎ Ω").lower(), "àéî ω")
    assert_true(String("123").is_ascii_digit())
    assert_false(String("12a").is_ascii_digit())
    assert_equal(String("ab").ascii_ljust(5, "."), "ab...")
    assert_equal(String("ab").ascii_rjust(5, "."), "...ab")
    assert_equal(String("ab").ascii_center(5, "."), ".ab..")
    assert_equal(String("abcdef").ascii_rjust(3), "abcdef")


def test_characters() raises:
    var text = String("aé漢😀")
    assert_equal(text.byte_length(), 10)
    assert_equal(text.count_codepoints(), 4)
    var numbers = List[Int]()
    for c in text.codepoints():
        numbers.append(Int(c))
    assert_equal(String(numbers), "[97, 233, 28450, 128512]")
    var joined = String()
    for c in text.codepoint_slices():
        joined = String(c) + joined
    assert_equal(joined, "😀漢éa")
    assert_equal(text[byte=1:3], "é")
    assert_equal(ord("漢"), 28450)
    assert_equal(chr(128512), "😀")
    assert_equal(String(Codepoint(233)), "é")
    assert_equal(Codepoint.from_u32(28450).value().utf8_byte_length(), 3)
    assert_true(Codepoint.ord("5").is_ascii_digit())
    assert_true(Codepoint.ord("A").is_ascii_upper())


def test_bytes() raises:
    var text = String("abc")
    assert_equal(Int(text.as_bytes()[1]), 98)
    assert_equal(len(text.as_bytes()), 3)
    var copy = String(unsafe_from_utf8=text.as_bytes())
    assert_equal(copy, text)
    var slice: StringSlice = text
    assert_equal(slice.byte_length(), 3)
    assert_equal(slice + "d", "abcd")


def test_numbers_from_text() raises:
    assert_equal(Int("42"), 42)
    assert_equal(Int(" -7 "), -7)
    assert_equal(atol("ff", 16), 255)
    assert_equal(atol("0b101", 0), 5)
    assert_equal(Float64("2.5"), 2.5)
    assert_equal(atof("-1e-3"), -0.001)
    assert_equal(atof("123456789012345678901234567890"), 1.2345678901234568e29)
    with assert_raises(contains="String is not convertible to integer with base 10: 'two'"):
        _ = Int("two")
    with assert_raises(contains="The first character of 'abc' should be a digit or dot"):
        _ = atof("abc")
    with assert_raises(contains="The last character of '1e' should be a digit or dot"):
        _ = atof("1e")
    with assert_raises(contains="Invalid character(s) in the number: '1.2.3'"):
        _ = atof("1.2.3")


def test_bytes_that_are_no_text() raises:
    var wrong: List[UInt8] = [66, 255, 65, 0xE6, 0xBC, 67]
    assert_equal(String(from_utf8_lossy=Span(wrong)), "B�A�C")
    with assert_raises(contains="invalid UTF-8"):
        _ = String(from_utf8=Span(wrong))
    assert_equal(String(from_utf8=String("é漢").as_bytes()), "é漢")


def test_walking_backwards_and_by_byte() raises:
    var text = String("aé b")
    var backwards = String()
    for c in text.codepoint_slices_reversed():
        backwards += c
    assert_equal(backwards, "b éa")
    var sum = 0
    for byte in text.bytes():
        sum += Int(byte)
    assert_equal(sum, 97 + 195 + 169 + 32 + 98)
    assert_true(String(" \t").is_ascii_whitespace())
    assert_false(String("").is_ascii_whitespace())
    text.resize(unsafe_uninit_length=1)
    assert_equal(text, "a")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
