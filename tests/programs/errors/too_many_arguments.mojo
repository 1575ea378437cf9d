# More arguments than parameters.
def add(a: Int, b: Int) -> Int:
    return a + b


def main():
    print(add(1, 2, 3))  # expect-error: argument
