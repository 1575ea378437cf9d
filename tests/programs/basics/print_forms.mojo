# print: several arguments, sep, end, no arguments, mixed types.
def main():
    print()
    print(1, 2, 3)
    print("a", 1, 2.5, True)
    print("x", "y", sep="-")
    print("no newline", end="")
    print("!")
    print(1, 2, sep=", ", end=";\n")
    print(True, False)
    print(-7, +7, ~7)
