# Errors pass through several frames; results after an error are skipped.
def level3(n: Int) raises -> Int:
    if n > 2:
        raise "too deep"
    return n


def level2(n: Int) raises -> Int:
    print("level2", n)
    var r = level3(n)
    print("level2 done")
    return r + 1


def level1(n: Int) raises -> Int:
    return level2(n) + level2(n + 1)


def main() raises:
    print(level1(1))
    try:
        print(level1(2))
    except e:
        print("stopped:", e)
