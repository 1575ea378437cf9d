# Value parameters with defaults and keyword binding; parameter expressions in types.
def repeat[n: Int](msg: String):
    for _ in range(n):
        print(msg)


def scale[factor: Int = 2, *, offset: Int = 0](x: Int) -> Int:
    return x * factor + offset


def concat[a: Int, b: Int](x: Array[Int, a], y: Array[Int, b]) -> Int:
    return a + b + x[0] + y[0]


def main():
    repeat[2]("hi")
    print(scale(5), scale[3](5), scale[factor=4](5), scale[offset=1](5))
    print(concat([1, 2], [3, 4, 5]))
