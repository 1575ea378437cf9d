# Two functions with the same signature.
def f(x: Int) -> Int:
    return x


def f(x: Int) -> Int:  # expect-error: 'f'
    return x + 1


def main():
    print(f(1))
