# Parametric structs with type and value parameters, defaults, Self.T.
@fieldwise_init
struct Box[T: Copyable & Writable & Deinitable](Copyable):
    var value: Self.T

    def get(self) -> Self.T:
        return self.value.copy()

    def show(self):
        print("Box of", self.value)


struct Ring[T: ImplicitlyCopyable & Deinitable, size: Int = 4]:
    var items: List[Self.T]
    var at: Int

    def __init__(out self, fill: Self.T):
        self.items = List[Self.T](length=Self.size, fill=fill)
        self.at = 0

    def push(mut self, x: Self.T):
        self.items[self.at % Self.size] = x
        self.at += 1


def main():
    var b = Box(5)
    b.show()
    print(b.get() + 1)
    Box[String]("text").show()
    var r = Ring[Int, 3](0)
    for i in range(5):
        r.push(i)
    print(r.items)
    var d = Ring[Float64](1.5)
    print(len(d.items), d.items[3])
