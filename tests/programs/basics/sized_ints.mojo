# Names of the sized integer types, up to 256 bits.
def main():
    var a: Int16 = -300
    var b: UInt32 = 4_000_000_000
    var c: Int64 = 1 << 40
    var d: UInt64 = 0xFFFF_FFFF_FFFF_FFFF
    print(a, b, c, d)
    var e: Int128 = 1
    e = e << 100
    print(e)
    var f: UInt256 = 1
    print(f << 200)
    var g: Byte = 65
    print(g)
    print(Int32(7) // Int32(2), Int32(-7) // 2, Int32(-7) % 3)
    print(UInt(7) // 2, UInt(7) % 4)
