def f[n: Int](x: Int):
    comptime a = n + 1
    comptime b, c = g(a)
    comptime Fold[m: Int]: Int = m * a
    comptime if a > 1:
        x.small()
    elif b:
        x.other()
    comptime for i in range(n):
        print(i, comptime(c))
    comptime assert n > 0, "positive"
    var t: type_of(x) = x
    var o: Pointer[Int, origin_of(x, t)]
