def f(xs: List[Int]) raises -> Int:
    for x in xs:
        if x < 1:
            continue
        elif x < 2:
            break
    else:
        return 0
    for ref x in xs:
        x = 1
    for var k, v in xs:
        k = v
    for _ in xs:
        pass
    while xs.next():
        pass
    with a() as b, c(), d() as (e, g):
        b.h(e, g)
    try:
        raise Error("e")
    except e:
        raise
    else:
        pass
    finally:
        done()
    assert xs, "text"
