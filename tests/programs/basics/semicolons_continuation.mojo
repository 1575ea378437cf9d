# Several statements on a line, backslash continuation, free newlines in brackets.
def add(
    a: Int,
    b: Int,
) -> Int:
    return a + b


def main():
    var x = 1; var y = 2; print(x, y)
    var total = x + \
        y + \
        3
    print(total)
    print(
        add(
            1,
            2,
        )
    )
    if x == 1: print("one line if")
    for i in range(2): print("i", i)
    var z = (
        1
        + 2
    )
    print(z)
