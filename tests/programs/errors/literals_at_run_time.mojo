# Literals exist while compiling: no result, no list of arguments and no field is one.
def three() -> IntLiteral:  # expect-error: is a type for each literal, not one
    return 3


def count(*ns: FloatLiteral) -> Int:  # expect-error: exists while compiling only
    return len(ns)


@fieldwise_init
struct Held(Copyable):
    var n: IntLiteral
    var m: Int


def main():
    print(three(), count(1.5, 2.5))
    var held = Held(3, 4)  # expect-error: exists while compiling only
    print(held.m)
