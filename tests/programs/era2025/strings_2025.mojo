# len, subscript and iteration of String work on bytes and one-character strings.
fn main():
    var s = String("hello")
    print(len(s), s[0], s[4])
    for c in s.codepoint_slices():
        print(c, end="-")
    print()
    var vowels = 0
    for i in range(len(s)):
        if s[i] == "e" or s[i] == "o":
            vowels += 1
    print(vowels)
    print(s[1:3], s[:2], s[3:])
    print(s.upper(), s.find("l"), s.replace("l", "L"))
    print("x" + str(5) + str(2.5))
