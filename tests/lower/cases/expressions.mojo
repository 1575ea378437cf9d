def f(a: A, b: B):
    a.x.y[1, k=2](b, *a, z=3, **b)
    a[1:2, ::3, _, ..., :]
    a[]
    1 < a <= b.c < 4
    a and b and not -a
    a if b else (1, 2.5e1, "s", True, None)
    [1, *a]
    {1, 2}
    {1: 2}
    {1, k = 2}
    {}
    {k: v for k, v in a for w in v if w}
    t"{a}: {b.c}."
    .red.dark()
    a^
    a @ b // 2 ** 3
    a is not b
    1 not in a
