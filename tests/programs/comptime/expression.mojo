# comptime(expr) forces evaluation at compile time.
def slow(n: Int) -> Int:
    var t = 0
    for i in range(n):
        t += i
    return t


def main():
    print(comptime(slow(100)))
    var x = comptime(slow(4)) + 1
    print(x)
    print("a" if comptime(slow(3) == 3) else "b")
