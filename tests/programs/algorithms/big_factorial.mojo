# Arbitrary precision factorials in base one billion.
comptime BASE = 1_000_000_000


def multiply(mut digits: List[Int], k: Int):
    var carry = 0
    for ref d in digits:
        var x = d * k + carry
        d = x % BASE
        carry = x // BASE
    while carry:
        digits.append(carry % BASE)
        carry //= BASE


def show(digits: List[Int]) -> String:
    var out = String(digits[len(digits) - 1])
    for i in reversed(range(len(digits) - 1)):
        var part = String(digits[i])
        while part.byte_length() < 9:
            part = "0" + part
        out += part
    return out


def main():
    var digits: List[Int] = [1]
    for n in range(2, 41):
        multiply(digits, n)
    print(show(digits))
    var text = show(digits)
    var total = 0
    for b in text.as_bytes():
        total += Int(b) - 48
    print(text.byte_length(), total)
