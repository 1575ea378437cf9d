# A generic function that asks for ever new instances of itself.
def g[n: Int]() -> Int:
    return g[n + 1]() + 1


def main():
    print(g[0]())  # expect-error: without end
