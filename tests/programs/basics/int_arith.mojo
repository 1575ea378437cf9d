# Arithmetic on run-time Int values: division truncates, // and % floor.
def main():
    var a = 17
    var b = 5
    print(a + b, a - b, a * b, a // b, a % b, a ** 2)
    print(-a // b, -a % b, a // -b, a % -b)
    print(a / b, -a / b)
    print(a & b, a | b, a ^ b, ~a, a << 2, a >> 1)
    print(-a >> 1)
    print(divmod(a, b)[0], divmod(-a, b)[1])
    print(abs(-3), min(3, 4), max(3, 4, 9))
    print(pow(2, 10))
