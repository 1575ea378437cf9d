# Special characters through print, repr and byte values.
def main():
    var s = String("tab\tquote\"back\\nul?")
    print(s.byte_length())
    print(repr(String("a\tb\n\r\\\"'")))
    for b in String("\x00\x7f\u00ff").as_bytes():
        print(b, end=" ")
    print()
    print(repr(String("é😀")))
