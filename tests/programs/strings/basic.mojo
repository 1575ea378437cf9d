# String construction, concatenation, comparison, length, membership.
def main():
    var s = String("hello")
    var t: String = "world"
    print(s + " " + t, s.byte_length(), s.count_codepoints())
    print(s == "hello", s != t, s < t, "ell" in s, "xyz" in s)
    s += "!"
    print(s, s * 3)
    var empty = String()
    print(empty.byte_length(), Bool(empty), Bool(s))
    print(String(42), String(2.5), String(True), String([1, 2]))
    print(String("a", "b", 3))
    print("abc" < "abd", "abc" < "ab", "Z" < "a")
