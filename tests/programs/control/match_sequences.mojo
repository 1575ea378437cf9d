# match on lists and nested tuples, == expr patterns, guards with several names.
def shape(xs: List[Int]) -> String:
    match xs:
        case []:
            return "empty"
        case [x]:
            return String("one ", x)
        case [x, y]:
            return String("two ", x + y)
        case _:
            return "many"


def classify(p: Tuple[Int, Tuple[Int, Int]]) -> String:
    match p:
        case (0, (a, b)):
            return String("zero ", a * b)
        case (n, (a, _)) if n == a:
            return "equal"
        case _:
            return "other"


def main():
    print(shape([]), shape([7]), shape([7, 8]), shape([1, 2, 3]))
    print(classify((0, (3, 4))), classify((2, (2, 9))), classify((1, (2, 3))))
