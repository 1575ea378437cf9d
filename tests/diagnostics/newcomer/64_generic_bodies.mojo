def show[T: Copyable](value: T):
    print(value)


def longest[T: Copyable & Sized](a: T, b: T) -> T:
    if len(a) < len(b):
        return b
    return a.duplicate()


def main():
    show(3)
