def f():
    import a.b
    import c.d as e
    from .m import x, y as z
    from w import *
    a.b.g(e, x, z, unknown)
