# Tables of types and values walked at compile time.
def width[dt: DType]() -> Int:
    from std.sys import size_of

    return size_of[dt]()


def main():
    comptime dtypes = [DType.int8, DType.float32, DType.uint64]
    comptime for i in range(3):
        comptime dt = dtypes[i]
        print(dt, width[dt](), Scalar[dt](7) / 2)
