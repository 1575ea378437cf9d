# Word wrap, Roman numerals and run-length encoding.
def wrap(text: String, width: Int) -> List[String]:
    var lines = List[String]()
    var line = String()
    for word in text.split():
        if line.byte_length() > 0 and line.byte_length() + 1 + word.byte_length() > width:
            lines.append(line)
            line = String()
        if line.byte_length() > 0:
            line += " "
        line += word
    if line:
        lines.append(line)
    return lines^


def roman(n: Int) -> String:
    var values = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1]
    var signs = ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"]
    var left = n
    var out = String()
    for i in range(len(values)):
        while left >= values[i]:
            out += signs[i]
            left -= values[i]
    return out


def encode(s: String) -> String:
    var out = String()
    var run = 0
    var last = String()
    for c in s.codepoint_slices():
        if String(c) == last:
            run += 1
        else:
            if run > 0:
                out.write(run, last)
            last = String(c)
            run = 1
    if run > 0:
        out.write(run, last)
    return out


def main():
    for line in wrap("the quick brown fox jumps over the lazy dog", 12):
        print(t"|{line}|")
    print(roman(1994), roman(2024), roman(49))
    print(encode("aaabccdddd"), encode(""), encode("x"))
