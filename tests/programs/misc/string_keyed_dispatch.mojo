# A dictionary of function pointers.
def add(a: Int, b: Int) -> Int:
    return a + b


def sub(a: Int, b: Int) -> Int:
    return a - b


comptime Op = def(Int, Int) thin -> Int


def main() raises:
    var ops = Dict[String, Op]()
    ops["+"] = add
    ops["-"] = sub
    print(ops["+"](5, 3), ops["-"](5, 3))
