"""Structs, traits, extensions."""
from std.memory import Pointer


@fieldwise_init
@align(16)
struct Pair[T: Copyable, n: Int = 2](Copyable, Writable where conforms_to(T, Writable), F[T]) where n > 0:
    """A pair."""

    comptime Element = Self.T
    """The element type."""
    comptime size[k: Int]: Int = Self.n * k

    var first: Self.T
    """The first one."""
    var second: Self.T

    comptime if Self.n > 2:
        pass
    comptime assert Self.n > 0, "positive"

    def __init__(out self, *, copy: Self):
        """Copies."""
        self.first = copy.first.copy()
        self.second = copy.second.copy()

    def __init__(out self, *, deinit move: Self): ...

    @staticmethod
    def make() -> Self: return Self()

    def __deinit__(deinit self): pass


struct Empty:
    pass


struct Callable(def(Int) -> Int): ...


trait Shape(Copyable, Movable):
    """A shape."""

    comptime Unit: AnyType
    comptime sides: Int
    comptime default: Int = 3

    def area(self) -> Float64: ...

    def describe(self):
        print("shape")


__extension Pair(Hashable):
    def __hash__(self): pass


__extension List[Int]:
    def total(self) -> Int: return 0
