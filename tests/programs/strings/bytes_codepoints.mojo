# Bytes, codepoints, chr, ord and keyword subscripts.
def main():
    var s = String("aé😀")
    print(s.byte_length(), s.count_codepoints())
    for b in s.as_bytes():
        print(b, end=" ")
    print()
    for c in s.codepoints():
        print(Int(c), end=" ")
    print()
    for c in s.codepoint_slices():
        print(c, end="|")
    print()
    print(ord("A"), chr(97), chr(233))
    print(s[byte=0])
    print(s[byte=0:1], s[byte=1:])
    var digits = String("12345")
    print(digits[byte=1:3], digits[byte=:2], digits[byte=3:])
