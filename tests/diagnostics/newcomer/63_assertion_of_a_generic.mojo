def pairs[count: Int]() -> Int:
    constrained[count % 2 == 0, "the count must be even"]()
    return count // 2


def endless(start: Int) -> Int:
    var i = start
    while i > 0:
        i += 1
    return i


def main():
    print(pairs[4]())
    print(pairs[7]())
