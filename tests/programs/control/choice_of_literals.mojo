# A choice between literals that is made at run time has a type before it is converted.
def show(x: Int32):
    print(x)


def one() -> Int:
    return 1


def main() raises:
    var yes = one() == 1
    show(Int32(7 if one() == 2 else -1))
    print(Float32(1 if yes else 5), Float64(1.5 if not yes else 2.5), UInt8(200 if yes else 100))
    print(String("yes" if yes else "no"), Int(3 if yes else 4), Bool(1 if yes else 0))
    print(SIMD[DType.float32, 2](1.5 if yes else 2.5))
