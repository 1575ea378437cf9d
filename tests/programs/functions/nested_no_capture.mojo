# Nested functions without captures and functions defined inside branches.
def main():
    def helper(x: Int) -> Int:
        return x + 1

    print(helper(1))

    def fact(n: Int) -> Int:
        var r = 1
        for i in range(2, n + 1):
            r *= i
        return r

    print(fact(5), helper(fact(3)))
