# A function with some of its parameters: the others have defaults, are inferred or are left open with '_'.
def add[x: Int, y: Int]() -> Int:
    return x + y


def scaled[x: Int, T: AnyType](value: T) -> Int:
    return x


def main():
    comptime two = add[2]  # expect-error: the parameter 'y' of 'add' is missing
    comptime also = scaled[2]  # expect-error: the parameter 'T' of 'scaled' is missing
    comptime open = add[2, _]
    print(two[1](), also(3), open[1]())
