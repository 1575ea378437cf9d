# Using what refers to a variable needs the variable's value.
@fieldwise_init
struct Box(Copyable):
    var n: Int


struct View[o: ImmOrigin]:
    var p: Pointer[Box, Self.o]

    def __init__(out self, ref[Self.o] b: Box):
        self.p = Pointer(to=b)

    def get(self) -> Int:
        return self.p[].n


@fieldwise_init
struct Two(Movable):
    var a: Box
    var b: Box


def take[T: Movable & Deinitable](var value: T):
    pass


def either(ref a: Box, ref b: Box) -> ref[a, b] Box:
    if a.n > 0:
        return a
    return b


def through_pointer():
    var x = Box(1)
    var p = Pointer(to=x)
    take(x^)
    print(p[].n)  # expect-error: reference to 'x', whose value was moved away


def through_reference():
    var x = Box(1)
    ref r = x
    take(x^)
    print(r.n)  # expect-error: 'x' is used after its value was moved away


def through_pointer_to_field():
    var x = Two(Box(1), Box(2))
    var p = Pointer(to=x.a)
    take(x.a^)
    print(p[].n)  # expect-error: reference to 'x.a', whose value was moved away
    x.a = Box(3)


def through_span():
    var x = [1, 2]
    var s = Span(x)
    take(x^)
    print(s[0])  # expect-error: reference to 'x', whose value was moved away


def through_element():
    var x = [1, 2]
    ref r = x[0]
    take(x^)
    print(r)  # expect-error: reference to 'x', whose value was moved away


def through_dictionary() raises:
    var d = {"a": 1}
    ref v = d["a"]
    take(d^)
    print(v)  # expect-error: reference to 'd', whose value was moved away


def through_slice():
    var x = String("hello")
    var s = StringSlice(x)
    take(x^)
    print(s)  # expect-error: reference to 'x', whose value was moved away


def through_iterator() raises:
    var x = [1, 2]
    var it = iter(x)
    take(x^)
    print(next(it))  # expect-error: reference to 'x', whose value was moved away


def through_loop():
    var x = [1, 2]
    for e in x:  # expect-error: reference to 'x', whose value was moved away
        take(x^)
        print(e)


def through_closure():
    var x = Box(1)

    def show() {imm x}:
        print(x.n)

    take(x^)
    show()  # expect-error: reference to 'x', whose value was moved away


def through_struct():
    var x = Box(1)
    var v = View(x)
    take(x^)
    print(v.get())  # expect-error: reference to 'x', whose value was moved away


def through_container():
    var x = Box(1)
    var ps = [Pointer(to=x)]
    take(x^)
    print(ps[0][].n)  # expect-error: reference to 'x', whose value was moved away


def through_optional():
    var x = Box(1)
    var p = Optional(Pointer(to=x))
    take(x^)
    print(p.value()[].n)  # expect-error: reference to 'x', whose value was moved away


def through_call():
    var x = Box(1)
    var y = Box(2)
    ref r = either(x, y)
    take(y^)
    print(r.n)  # expect-error: reference to 'y', whose value was moved away
    print(x.n)


def on_one_path():
    var x = Box(1)
    var p = Pointer(to=x)
    if x.n > 0:
        take(x^)
    print(p[].n)  # expect-error: reference to 'x', whose value was moved away


def in_a_loop():
    var x = Box(1)
    var p = Pointer(to=x)
    for _ in range(3):
        print(p[].n)  # expect-error: reference to 'x', whose value was moved away
        take(x^)


def of_a_block_left():
    var x = Box(1)
    var p = Pointer(to=x)
    if x.n > 0:
        var y = Box(2)
        p = Pointer(to=y)
    print(p[].n)  # expect-error: reference to 'y', which is destroyed by now


def main() raises:
    through_pointer()
    through_reference()
    through_pointer_to_field()
    through_span()
    through_element()
    through_dictionary()
    through_slice()
    through_iterator()
    through_loop()
    through_closure()
    through_struct()
    through_container()
    through_optional()
    through_call()
    on_one_path()
    in_a_loop()
    of_a_block_left()
