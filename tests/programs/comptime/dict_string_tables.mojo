# Dictionaries and strings built at compile time.
def squares(n: Int) -> Dict[Int, Int]:
    var d = Dict[Int, Int]()
    for i in range(n):
        d[i] = i * i
    return d^


def lookup(n: Int) -> Int:
    var d = squares(10)
    return d.get(n, -1)


def caesar(s: String, k: Int) -> String:
    var out = String()
    for c in s.codepoints():
        out += chr((Int(c) - 97 + k) % 26 + 97)
    return out


def main():
    comptime nine = lookup(9)
    comptime none = lookup(50)
    print(nine, none)
    comptime secret = caesar("attack", 3)
    print(secret, caesar("dwwdfn", 23))
    comptime d = squares(4)
    var run_time = materialize[d]()
    print(run_time)
