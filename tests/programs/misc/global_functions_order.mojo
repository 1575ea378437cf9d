# Functions may be used before their definition; mutual imports of constants.
def main():
    print(later(3), CONST)


comptime CONST = later(4)


def later(n: Int) -> Int:
    return n * n
