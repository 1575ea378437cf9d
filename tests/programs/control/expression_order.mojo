# Operands, arguments, displays and subscripts are evaluated from left to right.
def log(name: String, value: Int) -> Int:
    print(name, end=" ")
    return value


def three(a: Int, b: Int, *, c: Int) -> Int:
    return a * 100 + b * 10 + c


def main():
    var x = log("a", 1) + log("b", 2) * log("c", 3)
    print(x)
    print(three(log("x", 1), c=log("z", 3), b=log("y", 2)))
    var xs = [log("p", 1), log("q", 2)]
    print(len(xs))
    xs[log("i", 0)] = log("v", 9)
    print(xs)
    var t = (log("t0", 1), log("t1", 2))
    print(t)
    print(log("lhs", 1) < log("mid", 2) < log("rhs", 3))
    var d = {log("k", 1): log("val", 2)}
    print(d)
    print(log("yes", 1) if log("cond", 0) else log("no", 2))
