# Typed errors converted between layers; errors in constructors.
@fieldwise_init
struct LowError(Copyable, Writable):
    var code: Int


@fieldwise_init
struct HighError(Copyable, Writable):
    var reason: String
    var cause: Int


def low(n: Int) raises LowError -> Int:
    if n % 2:
        raise LowError(n)
    return n // 2


def high(n: Int) raises HighError -> Int:
    try:
        return low(n)
    except e:
        raise HighError("odd input", e.code)


struct Even:
    var half: Int

    def __init__(out self, n: Int) raises HighError:
        self.half = high(n)


def main():
    for n in range(4):
        try:
            print(n, Even(n).half)
        except e:
            print(n, e, e.cause)
