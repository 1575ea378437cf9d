# Parsing and number formatting functions.
def main() raises:
    print(atol("42"), atol("ff", 16), atol("-101", 2), atol("0x1F", 0))
    print(atof("3.25"), atof("-1e3"))
    print(hex(255), bin(10), oct(64), hex(-255))
    print(Int("  7 "), Int("1_000"))
    print(String(Float32(0.1)), String(Float64(0.1)), String(Float16(0.1)))
