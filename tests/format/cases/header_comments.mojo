def half(
    a: Int
)  # what it gives
    -> Int:
    return a // 2


def checked[n: Int]() -> Int  # for few only
    # of them
    where n < 3:
    return n
