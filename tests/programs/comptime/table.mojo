# A lookup table computed at compile time and used at run time.
def make_table() -> Array[Int, 8]:
    var t = Array[Int, 8](fill=0)
    for i in range(8):
        t[i] = i * i * i
    return t^


comptime TABLE = make_table()


def main():
    var table = materialize[TABLE]()
    for i in range(8):
        print(table[i], end=" ")
    print()
