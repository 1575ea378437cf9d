# Self outside a struct.
def f(x: Self) -> Int:  # expect-error: Self
    return 1


def main():
    pass
