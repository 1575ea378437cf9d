# Two forms that differ in the names of their parameters only.


def pick[a: Int]() -> Int:
    return a


def pick[b: Int]() -> Int:
    return b + 1


def main():
    print(pick[1]())  # expect-error: ambiguous
