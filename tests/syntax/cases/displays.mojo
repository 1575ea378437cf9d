def displays():
    _ = []
    _ = [1]
    _ = [1, 2, *rest,]
    _ = ()
    _ = (1,)
    _ = (1)
    _ = (1, 2, (3, 4),)
    _ = {}
    _ = {1, 2}
    _ = {1: 2, "a": b, **more,}
    _ = {count = 2}
    _ = {1, 2, name = 3, other = 4,}
    _ = [x for x in xs]
    _ = [x * y for x in xs if x > 0 if x < 9 for y in ys]
    _ = {x for x in xs}
    _ = {k: v for k, v in d.items() if v}
    _ = [f(x) for ref x in xs for var (a, b) in x]
    _ = sum(x for x in xs)
    _ = (x for x in xs)
    _ = [
        1,
        2,  # a comment

        3
    ]
    a, b = b, a
    (a, b), c = d
    [a, b] = c
    return 1, 2
