# Plain functions, recursion and mutual recursion.
def fib(n: Int) -> Int:
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def is_even(n: Int) -> Bool:
    return True if n == 0 else is_odd(n - 1)


def is_odd(n: Int) -> Bool:
    return False if n == 0 else is_even(n - 1)


def gcd(a: Int, b: Int) -> Int:
    return a if b == 0 else gcd(b, a % b)


def main():
    print(fib(20), is_even(10), is_odd(10), gcd(84, 36))
