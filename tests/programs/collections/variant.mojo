# Variant: type test, access, set, take.
from std.utils import Variant

comptime Value = Variant[Int, Float64, String]


def describe(v: Value) -> String:
    if v.isa[Int]():
        return String("int ", v[Int])
    elif v.isa[Float64]():
        return String("float ", v[Float64])
    return String("string ", v[String])


def main():
    var v: Value = 5
    print(describe(v))
    v = Value(2.5)
    print(describe(v))
    v.set[String]("abc")
    print(describe(v), v.isa[Int]())
    v[String] += "d"
    print(v[String])
    var vs: List[Value] = [Value(1), Value(String("s")), Value(0.5)]
    for x in vs:
        print(describe(x))
