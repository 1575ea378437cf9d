# A function whose compile-time part needs its own result.
def first[n: Int]() -> Int:
    comptime x = second[n]()  # expect-error: needs what it computes itself
    return x


def second[n: Int]() -> Int:
    return first[n]()


def main():
    print(first[2]())
