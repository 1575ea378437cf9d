# Not every path returns.
def sign(x: Int) -> Int:  # expect-error: return
    if x > 0:
        return 1


def main():
    print(sign(3))
