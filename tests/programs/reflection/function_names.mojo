from std.reflection import get_function_name, get_linkage_name

struct S:
    @staticmethod
    def stat(x: Int) -> Int:
        return x

def plain(): pass

def gen[T: AnyType](x: T): pass

def main():
    comptime a = get_function_name[plain]()
    print(a)
    print(get_function_name[S.stat]())
    print(get_function_name[gen[Int]]())
    print(get_linkage_name[plain]())
    print(get_linkage_name[S.stat]())
    print(FloatLiteral.nan.is_nan(), FloatLiteral.negative_zero.is_neg_zero())
    var inf: Float64 = FloatLiteral.infinity
    var ninf: Float64 = FloatLiteral.negative_infinity
    print(inf, ninf)
    var s = "ab\u0301c"
    print(s.count_graphemes(), s[grapheme=2])
    for g in s.graphemes():
        print(g.byte_length())
