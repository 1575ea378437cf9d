# Explicit conversions between numbers and strings.
def main() raises:
    var f = 3.99
    print(Int(f), Int(-f))
    print(Float64(3), Float32(0.1))
    print(Int("42"), Int("-17"), Float64("2.5"))
    print(String(12) + String(3.5) + String(True))
    print(Bool(0), Bool(5), Int(True))
    var i = 7
    print(Float64(i) / 2)
    print(Int32(i) + 1, UInt8(i))
    print(String("a", 1, 2.5, sep="|"))
    print(Int("ff", 16), Int("101", 2))
