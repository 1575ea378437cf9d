"""Texts around the size at which they move to the heap, at run time and made at compile time."""

comptime SHORT = String("ab") + "cd"
comptime LONG = String("ab") + "cd" + ", and more than fits inside"
comptime CONSTANT = String("a constant longer than twenty-three bytes")
comptime WORDS: List[String] = ["a", "a constant longer than twenty-three bytes", "b"]


def shown[text: String]() -> String:
    return materialize[text]()


def main() raises:
    print(materialize[SHORT](), materialize[LONG](), materialize[CONSTANT](), materialize[WORDS]())
    print(shown["abc"](), shown[String("abc") + "d"](), shown[String("x") * 30]())
    var texts = List[String]()
    for size in range(21, 27):
        texts.append(String("-") * size)
    for ref text in texts:
        var copy = text
        copy += "é"
        text += "+"
        print(text, text.byte_length(), copy, copy.byte_length(), copy.count_codepoints())
    var twice = String("0123456789ab")
    for _ in range(3):
        var same = twice
        twice += same
        print(twice.byte_length(), twice.find("ba"), twice.find("b0"), twice.rfind("b0"))
    twice.resize(23)
    var moved = twice^
    print(moved, moved.removeprefix("0123"), moved[byte = 20:23])
    var empty = String()
    print(len(empty.as_bytes()), empty == "", empty < "a")
    empty += moved
    empty += "!"
    print(empty, moved)
    var c = String("12345678901234567890123")
    print(c.as_bytes()[22], c.as_bytes()[0])
    var table = {String("key"): 1, String("a key that is longer than the others"): 2}
    print(table["key"], table["a key that is longer than the others"])
