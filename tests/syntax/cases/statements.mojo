def statements() raises:
    var a
    var b: Int
    var c: Int = 1
    var d = 2; var e = 3;
    var f, g = pair()
    var (h, i) = pair()
    var (j, (k, l)) = nested()
    var m = var n = 4
    var o: Int = p = 5
    ref q = list[0]
    let r = 1
    let s: Int = 2
    t: Int = 3
    a = b = c
    a.b[c].d = e
    f().x = 1
    f(x) = 2
    a += 1
    a -= 1
    a *= 1
    a /= 1
    a //= 1
    a %= 1
    a **= 1
    a @= 1
    a &= 1
    a |= 1
    a ^= 1
    a <<= 1
    a >>= 1
    _ = f()
    assert a
    assert a, "message"
    comptime assert N > 1, t"message {N}"
    pass; pass
    ...
    "text"
    raise
    raise Error("x")
    raise "x" from e
    import a.b.c
    import a as b, c.d as e
    from a.b import c, d as e
    from . import f
    from .g import *
    from ...h.i import (
        j,
        k as l,
    )
    return
