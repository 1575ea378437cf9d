# __getattr__ with a StringLiteral parameter, as in the talk's thread index.
@register_passable("trivial")
struct _Index(Defaultable):
    @always_inline("nodebug")
    fn __init__(out self):
        return

    @staticmethod
    fn _scale[dim: StringLiteral]() -> Int:
        @parameter
        if dim == "x":
            return 1
        elif dim == "y":
            return 10
        else:
            return 100

    @always_inline("nodebug")
    fn __getattr__[dim: StringLiteral](self) -> Int:
        return 7 * Self._scale[dim]()


alias index = _Index()


fn main():
    print(index.x, index.y, index.z)
