# rebind between types equal at elaboration.
def add_one[dt: DType](x: Scalar[dt]) -> Scalar[dt]:
    comptime if dt == DType.float32:
        return rebind[Scalar[dt]](rebind[Float32](x) + 1.5)
    return x + 1


def main():
    print(add_one(Float32(1)), add_one(Int32(1)))
