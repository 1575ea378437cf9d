# List concatenation, repetition, equality, iteration kinds.
def main():
    var a: List[Int] = [1, 2]
    var b: List[Int] = [3]
    var c = a.copy() + b.copy()
    print(c, a * 2)
    c += a.copy()
    print(c)
    print(a == [1, 2], a == b, a != b)
    for ref x in c:
        x *= 10
    print(c)
    for var x in a:
        x += 1
        print(x, end=" ")
    print(a)
    for i, x in enumerate(c):
        print(i, x, sep="=", end=" ")
    print()
    for x in reversed(c):
        print(x, end=" ")
    print()
