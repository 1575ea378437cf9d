# comptime constants at module, function and struct level; types as constants.
comptime SIZE = 4
comptime NAME = "const"
comptime Number = Float32
comptime Vec4 = SIMD[DType.int32, SIZE]


struct Config:
    comptime LIMIT = SIZE * 10


def main():
    comptime local = SIZE + 1
    var v = Vec4(1, 2, 3, 4)
    print(SIZE, NAME, local, Config.LIMIT)
    print(v, v.reduce_add())
    var x: Number = 2.5
    print(x)
    comptime product = SIZE * local
    print(product)
