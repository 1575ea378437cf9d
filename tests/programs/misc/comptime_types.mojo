# Choosing a type at compile time.
def pick[wide: Bool]() -> DType:
    comptime if wide:
        return DType.float64
    else:
        return DType.float32


comptime Number[wide: Bool] = Scalar[pick[wide]()]


def main():
    var a: Number[True] = 1
    var b: Number[False] = 1
    print(a / 3, b / 3)
