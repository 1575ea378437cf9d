# Integer literals in every base, digit separators, big folding at compile time.
def main():
    print(0, 7, 1_000_000, 0xFF, 0xff_ff, 0o17, 0b1010_1010)
    print(0X1F, 0O7, 0B11)
    print(2 ** 40)
    print((1 << 100) >> 98)
    print(123456789012345678901234567890 // 10**20)
    var x: Int = 0x7FFF_FFFF_FFFF_FFFF
    print(x)
    print(-17 // 5, -17 % 5, 17 // -5, 17 % -5)
