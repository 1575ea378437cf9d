# Associated comptime members in traits.
trait Container:
    comptime Element: Writable & ImplicitlyCopyable & Deinitable
    comptime capacity: Int

    def first(self) -> Self.Element:
        ...


@fieldwise_init
struct Ints(Container):
    comptime Element = Int
    comptime capacity = 8
    var x: Int

    def first(self) -> Int:
        return self.x


@fieldwise_init
struct Words(Container):
    comptime Element = String
    comptime capacity = 2
    var x: String

    def first(self) -> String:
        return self.x


def show[C: Container](c: C):
    print(c.first(), C.capacity)


def main():
    show(Ints(5))
    show(Words("w"))
