def operators():
    _ = a + b * c - d / e // f % g @ h
    _ = a ** b ** -c
    _ = -a ** 2
    _ = ~a & b | c ^ d << 1 >> 2
    _ = a or b and not c or not not d
    _ = a < b <= c != d == e > f >= g
    _ = a in b and c not in d and e is f and g is not h
    _ = (a < b) < c
    _ = a if b else c if d else e
    _ = (n := 5) + n
    _ = await f() + await g.h
    _ = x^
    _ = f(x^, y^.z(), (a ^ b)^)
    _ = x ^ y ^ -z
    _ = x^ - 1
    _ = a.b.c[0](1)[2].d
    _ = p[]
    _ = p[][1]
    _ = .red
    _ = .red.opacity(.5)
    _ = m[1:2, :, ::2, 1:, :3:4, ..., k=1, byte=0:1]
    _ = f(*a, b, *c, k=1, **d)
    _ = not a == b
    _ = -1 if -1 < 0 else +1
    _ = comptime(1 + 2)
    _ = (a + b)(c)
    _ = x and (y or z)
    _ = "a" if x else "b" "c"
    _ = a@b
