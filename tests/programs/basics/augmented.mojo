# Augmented assignment operators on Int, Float64 and String.
def main():
    var x = 10
    x += 5
    x -= 3
    x *= 4
    x //= 5
    print(x)
    x %= 5
    x **= 3
    print(x)
    x <<= 3
    x >>= 1
    x |= 1
    x &= 0xFF
    x ^= 3
    print(x)
    var f = 1.5
    f += 1
    f *= 2.0
    f /= 4
    print(f)
    var s = String("ab")
    s += "cd"
    print(s)
