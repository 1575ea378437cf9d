def f(mut a: List[Int], i: Int):
    var x, y = (1, 2)
    x, y = y, x
    a[i] = x
    a[i + 1] += y
    a[0], (x, _) = y, (1, 2)
    _ = x
    var p = var q = 3
    x = y = p + q
    ref r = a[0]
    r = 4
    (x := 5)
