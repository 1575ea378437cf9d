# match with literals, alternatives, captures, guards and the wildcard.
def describe(n: Int) -> String:
    match n:
        case 0:
            return "zero"
        case 1 | 2 | 3:
            return "few"
        case x if x < 0:
            return String("negative ", x)
        case _:
            return "many"


def word(s: String) -> Int:
    match s:
        case "one":
            return 1
        case "two":
            return 2
        case other:
            print("unknown", other)
            return 0


def main():
    for n in [0, 2, -4, 50]:
        print(describe(n))
    print(word("one"), word("two"), word("three"))
