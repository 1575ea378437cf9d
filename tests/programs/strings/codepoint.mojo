# Codepoint predicates and conversion.
def main() raises:
    var c = Codepoint.ord("A")
    print(c, Int(c), c.is_ascii(), c.is_ascii_upper(), c.is_ascii_digit())
    print(Codepoint.ord("7").is_ascii_digit(), Codepoint(UInt8(98)))
    print(c.utf8_byte_length(), Codepoint.ord("é").utf8_byte_length())
