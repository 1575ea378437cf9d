# Conditional expressions and the walrus operator on a declared name.
def main():
    var n = 7
    print("odd" if n % 2 == 1 else "even")
    print("a" if n < 3 else "b" if n < 6 else "c")
    var k = 0
    while (k := k + 1) < 4:
        print(k)
    print(k)
