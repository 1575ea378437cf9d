# Sized integers wrap around; casts truncate.
def main():
    var u8: UInt8 = 255
    print(u8 + 1)
    var i8: Int8 = 127
    print(i8 + 1)
    var big = Int.MAX
    print(big, big + 1 == Int.MIN)
    print(UInt8(300 & 0xFF), Int8(-1), UInt16(65535))
    print(Int(UInt8(200)), Int8(UInt8(200)))
    print(UInt32(1) - 2)
    print(Int64.MAX, UInt64.MAX, Int8.MIN)
