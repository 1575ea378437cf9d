# range: length, reversed, indexing, with other integer types.
def main():
    var r = range(2, 12, 3)
    print(len(r), r[1])
    for x in reversed(range(4)):
        print(x, end=" ")
    print()
    for i in range(UInt8(3)):
        print(i, end=" ")
    print()
    for i in range(5, 5):
        print("never", i)
    for i in range(3, 0, -1):
        print(i, end=" ")
    print()
