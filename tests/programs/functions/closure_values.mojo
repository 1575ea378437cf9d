# Closures as values: what they captured is theirs, is copied and moved with them, and keeps what it refers to.

comptime LONG = "a text that is too long to be stored in place"


@fieldwise_init
struct Counted(ImplicitlyCopyable):
    var name: String

    def __init__(out self, *, copy: Self):
        self.name = copy.name + "'"

    def __deinit__(deinit self):
        print("  gone:", self.name)


def call[F: def() -> Int](f: F) -> Int:
    return f()


def take[F: def() -> Int](var f: F) -> Int:
    return f() * 100


struct Holder[F: def() -> Int](Movable):
    var f: Self.F

    def __init__(out self, var f: Self.F):
        self.f = f^

    def run(self) -> Int:
        return self.f() + 1


def referents():
    var words: List[String] = [String(LONG), String(LONG) + "!"]
    var p = Pointer(to=words[1])

    def by_pointer() {var p} -> Int:
        return p[].byte_length()

    print(by_pointer(), call(by_pointer), take(by_pointer))
    var numbers: List[Int] = [1, 2, 3, 4]
    var view = Span(numbers)
    var total = 0

    def add() {var view, mut total} -> Int:
        for x in view:
            total += x
        return total

    print(add(), call(add), total)
    var text = String(LONG)
    var maybe = Optional(Pointer(to=text))
    var f = lambda () {var maybe} -> Int: maybe.value()[].byte_length()
    print(f(), call(f))


def copies():
    var text = String(LONG)

    def grow() {var text} -> Int:
        text += "!"
        return text.byte_length()

    var other = grow
    print(grow(), grow(), other(), grow(), other(), text.byte_length())
    var c = Counted("c")

    def counted() {var c^} -> Int:
        return c.name.byte_length()

    var second = counted
    print(counted(), second())
    print(take(counted), take(second^))
    print(take(counted^))
    print("end")


def stored():
    var c = Counted("stored")

    def f() {var c^} -> Int:
        return c.name.byte_length()

    var all = List[type_of(f)]()
    all.append(f)
    all.append(f^)
    for g in all:
        print(g())
    var some = Optional(all.pop())
    print(some.value()())
    var holder = Holder(all.pop())
    print(holder.run())
    print("end")


def nested():
    var text = String(LONG)
    var count = 0

    def inner() {var text} -> Int:
        return text.byte_length()

    def tick() {mut count} -> Int:
        count += 1
        return count

    def holds() {var inner} -> Int:
        return inner() + 1

    def takes() {var inner^} -> Int:
        return inner() + 2

    def looks() {imm tick} -> Int:
        return tick() + tick()

    def deeper() {var looks, var holds^} -> Int:
        return looks() + holds()

    print(takes(), call(takes), deeper(), count)
    var moved = takes^
    print(moved(), take(moved^))


def in_loops():
    var total = 0
    for i in range(4):
        var text = String(LONG) + String(i)
        if i == 1:
            continue

        def f() {var text^} -> Int:
            return text.byte_length()

        if i == 2:
            var g = f^
            total += g()
            break
        total += f() + call(f)
    print(total)


def one() -> Int:
    return 1


def two() -> Int:
    return 2


def reassigned():
    var f = one
    print(f())
    for i in range(2):
        if i == 1:
            f = two
        print(f())

    def three() -> Int:
        return 3

    def four() -> Int:
        return 4

    var g = three
    if f() == 2:
        g = four
    print(g())


def main():
    referents()
    copies()
    stored()
    nested()
    in_loops()
    reassigned()
