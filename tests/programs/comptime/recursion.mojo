# Recursive functions with parameters.
def fact[n: Int]() -> Int:
    comptime if n <= 1:
        return 1
    else:
        return n * fact[n - 1]()


def depth[T: AnyType, n: Int]() -> Int:
    comptime if n == 0:
        return 0
    else:
        return 1 + depth[List[Int], n - 1]()


def main():
    print(fact[10](), depth[Int, 5]())
    comptime x = fact[5]()
    print(x)
