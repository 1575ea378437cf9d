# Writers, Writable values in strings, and Error texts.
from std.testing import TestSuite, assert_equal, assert_true


@fieldwise_init
struct P(Writable):
    var x: Int
    var name: String


@fieldwise_init
struct Q(Writable):
    var p: P
    var vs: List[Int]

    def write_to(self, mut writer: Some[Writer]):
        writer.write("Q<", self.p, "|", self.vs, ">")


struct CountingWriter(Writer):
    var count: Int
    var text: String

    def __init__(out self):
        self.count = 0
        self.text = String()

    def write_string(mut self, string: StringSpan):
        self.count += string.byte_length()
        self.text += string


def test_default_forms() raises:
    assert_equal(String(P(1, "a")), "P(x=1, name=a)")
    assert_equal(repr(P(1, "a")), "P(x=Int(1), name='a')")


def test_nested() raises:
    assert_equal(String(Q(P(1, "b"), [1, 2])), "Q<P(x=1, name=b)|[1, 2]>")


def test_own_writer() raises:
    var w = CountingWriter()
    w.write("abc", 12, True)
    P(3, "z").write_to(w)
    assert_equal(w.text, "abc12TrueP(x=3, name=z)")
    assert_equal(w.count, 23)


def test_error_text() raises:
    var e = Error("code ", 5)
    assert_equal(String(e), "code 5")
    assert_equal(repr(Error("err")), "Error('err')")


def test_string_write() raises:
    var s = String()
    s.write("a", 1, 2.5, [1, 2], (True, "x"))
    assert_equal(s, "a12.5[1, 2](True, x)")


def main() raises:
    TestSuite.discover_tests[__functions_in_module()]().run()
