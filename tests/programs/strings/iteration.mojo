# Iterating over graphemes and building strings.
def reverse(s: String) -> String:
    var out = String()
    for g in s.graphemes():
        out = String(g) + out
    return out


def is_palindrome(s: String) -> Bool:
    return s == reverse(s)


def count_vowels(s: String) -> Int:
    var n = 0
    for c in s.codepoint_slices():
        if c in "aeiou":
            n += 1
    return n


def main():
    print(reverse("stressed"), is_palindrome("level"), is_palindrome("lever"))
    print(count_vowels("programming in mojo"))
