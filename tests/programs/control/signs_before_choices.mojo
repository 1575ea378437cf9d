# A choice between literals takes its default type where an operator, a comparison or a method needs one.


def whole(c: Bool) -> Int:
    return ~(-1 if c else 0)


def real(c: Bool) -> Float64:
    return -(1.5 if c else 2.0)


def main():
    for c in [True, False]:
        print(whole(c), real(c), -(3 if c else 4) + 1)
        print((1 if c else 5) < 3, (1.5 if c else 2.5) == 1.5)
        print(abs(-7 if c else 8), 10 - (1 if c else 2))
