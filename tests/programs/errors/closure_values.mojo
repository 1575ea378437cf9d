@fieldwise_init
struct Alone(Movable):
    var name: String


def moved_twice():
    var s = String("x")

    def f() {var s^}:
        print(s)

    var g = f^
    g()
    f()  # expect-error: whose value was moved away


def referent_moved():
    var l: List[Int] = [1, 2]
    var view = Span(l)

    def f() {var view} -> Int:
        return view[0]

    var m = l^
    print(f())  # expect-error: this uses a reference to 'l', whose value was moved away
    print(len(m))


def copied():
    var a = Alone("a")

    def f() {var a^}:
        print(a.name)

    var g = f  # expect-error: cannot be copied implicitly
    g()
    f()


def other_type():
    var n = 1

    def f() {var n} -> Int:
        return n

    def h() {var n} -> Int:
        return n + 1

    var g = f
    g = h  # expect-error: a function that captures has a type of its own, here that of 'f'
    print(g())


def main():
    pass
