# comptime if chooses a branch; comptime for unrolls.
def kind[n: Int]() -> String:
    comptime if n == 0:
        return "zero"
    elif n % 2 == 0:
        return "even"
    else:
        return "odd"


def main():
    print(kind[0](), kind[3](), kind[4]())
    comptime for i in range(4):
        print(i, kind[i]())
    comptime for i in range(10, 0, -4):
        print(i)
    comptime for s in ["a", "b"]:
        print(s)
