@export("g", ABI="C")
@compiler.register
def g[T: AnyType, *, n: Int = 2](
    a: Int, /, mut b: T, *rest: Int, key: Int = n, var **more: Int
) raises ValueError -> T where (n > 0, "positive"):
    pass


def first(ref[_] x: List[Int], out r: Int):
    pass


def place(ref self) -> ref[self.x, self.y] Int:
    return self.x


def apply[f: def(Int, x: Int) thin abi("C") raises -> Int](*args: *Ts):
    var l = lambda (x: Int) {var l^} -> Int: x
