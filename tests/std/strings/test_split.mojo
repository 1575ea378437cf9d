"""Texts cut into views of themselves."""

from std.testing import TestSuite, assert_equal, assert_true


def joined[o: ImmOrigin](parts: List[StringSlice[o]]) -> String:
    return String("|").join(parts)


def test_parts() raises:
    var text = String("a,b,,c,")
    assert_equal(joined(text.split(",")), "a|b||c|")
    assert_equal(joined(text.split(",", 1)), "a|b,,c,")
    assert_equal(joined(text.split(",", maxsplit=0)), "a,b,,c,")
    assert_equal(joined(text.split(sep=",,")), "a,b|c,")
    assert_equal(joined("".split(",")), "")
    assert_equal(joined("né".split("")), "|n|é|")
    assert_equal(len("".split("")), 2)


def test_words() raises:
    var text = String("  one\ttwo \x1c three\u2028four\u0085five ")
    assert_equal(joined(text.split()), "one|two|three|four|five")
    assert_equal(joined(text.split(None)), "one|two|three|four|five")
    assert_equal(joined("  a  b c ".split(maxsplit=1)), "a|b c ")
    assert_equal(joined("  a  b c ".split(maxsplit=0)), "a  b c ")
    assert_equal(joined("no\u00a0break \x1f".split()), "no\u00a0break|\x1f")
    assert_equal(len(" \n".split()), 0)


def test_lines() raises:
    var text = String("a\nb\r\nc\rd\x0be\x0cf\x1cg\x1dh\x1ei\u0085j\u2028k\u2029l\n\n")
    assert_equal(joined(text.splitlines()), "a|b|c|d|e|f|g|h|i|j|k|l|")
    assert_equal(String("").join(text.splitlines(keepends=True)), text)
    assert_equal(len(text.splitlines(True)[1].as_bytes()), 3)
    assert_equal(len(String().splitlines()), 0)


def test_parts_are_views() raises:
    var text = String("one two")
    var words = text.split()
    assert_equal(Int(words[1].unsafe_ptr()) - Int(words[0].unsafe_ptr()), 4)
    var of_view = StringSlice(text).split(" ")
    assert_equal(Int(of_view[0].unsafe_ptr()), Int(words[0].unsafe_ptr()))
    var literal: List[StaticString] = "x y".split()
    assert_equal(literal[1], "y")


def test_temporaries_live_as_long_as_their_parts() raises:
    var total = 0
    for line in (String("12 3456789012345678901234567890\n") * 3).splitlines():
        for word in line.split():
            total += word.byte_length()
    assert_equal(total, 90)
    var last = (String("a,b,") + "c").split(",")
    assert_equal(last[2], "c")


def test_at_compile_time() raises:
    comptime count = len(String("a b  c").split())
    assert_equal(count, 3)


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
