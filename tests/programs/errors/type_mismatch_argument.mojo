# Wrong argument type.
def double(x: Int) -> Int:
    return x * 2


def main():
    print(double("two"))  # expect-error: Int
