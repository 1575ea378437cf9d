# Declarations with and without type, late initialisation, scopes, shadowing.
def main():
    var a = 1
    var b: Float32 = 2
    var c: Int
    if a == 1:
        c = 10
    else:
        c = 20
    print(a, b, c)
    var x = 1
    if True:
        var x = "inner"
        print(x)
    print(x)
    var p, q = 3, 4
    print(p, q)
    p, q = q, p
    print(p, q)
    var (m, n) = (5, String("six"))
    print(m, n)
    _ = a + b.cast[DType.int]()
