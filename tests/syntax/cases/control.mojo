def control() raises:
    if a: b()
    if a:
        b()
    elif c:
        d()
    elif (e := f()) > 1:
        g()
    else:
        h()
    while a:
        break
    else:
        continue
    for x in xs: pass
    for var x in xs:
        pass
    for ref x in xs:
        pass
    for i, (j, k) in enumerate(xs):
        pass
    else:
        pass
    for x in 1, 2, 3:
        pass
    for _ in range(3):
        pass
    try:
        f()
    except:
        pass
    try:
        f()
    except e:
        raise e
    else:
        g()
    finally:
        h()
    try:
        f()
    except Error as e:
        pass
    try: f()
    finally: g()
    with f():
        pass
    with f() as x, g() as y, h():
        pass
    with (f() as x, g() as y,):
        pass
    with (a, b) as c:
        pass
    with f() as var x:
        pass
    if a:

        # a comment at another indentation
            # and another
        b()
  # a comment further left
        c()
    if a: \
        b()
