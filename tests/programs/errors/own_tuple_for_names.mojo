struct Tuple[A: AnyType, B: AnyType]:
    var x: Int


def main():
    var a, b: Tuple[Int, Int]  # expect-error: without a value, each name needs its own type
    a = 1
    b = 2
