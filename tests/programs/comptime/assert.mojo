# comptime assert that holds, also inside generic functions.
def only_small[n: Int]() -> Int:
    comptime assert n < 100, "n must be small"
    return n


def main():
    comptime assert 1 + 1 == 2
    comptime assert size_ok(), "size"
    print(only_small[99]())


def size_ok() -> Bool:
    return True
