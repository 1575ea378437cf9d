# and / or / not, comparison results, short circuit, chained comparison.
def noisy(name: String, value: Bool) -> Bool:
    print("eval", name)
    return value


def main():
    print(True and False, True or False, not True)
    if noisy("a", False) and noisy("b", True):
        print("unreachable")
    if noisy("c", True) or noisy("d", True):
        print("short")
    var x = 5
    print(1 < x < 10, 1 < x < 3, 1 < x > 2)
    print(True & False, True | False, True ^ True, ~True)
    print(x == 5, x != 5, x >= 5, x <= 4)
    var word = "yes" if x > 3 else "no"
    print(word)
