# A declaration that cannot be read hides no other mistake, and that it is missing is no mistake of its own.


def marked(*args: Int, *more: Int):  # expect-error: only one '*'
    pass


def broken(x: Int mut):  # expect-error: expected ',' or ')'
    pass


struct Parts:
    var untyped  # expect-error: needs a type
    var count: Int = 3  # expect-error: a default value

    def method(self, x:):  # expect-error: expected
        pass


trait Refines(Int):  # expect-error: not a trait
    pass


struct Hooks:
    def __init__(out self):
        pass

    @implicit
    def __init__(out self, x: Int, y: Int):  # expect-error: takes one value
        pass

    def __del__(self):  # expect-error: __del__(deinit self)
        pass


@unavailable("use another")
def gone():
    pass  # expect-error: has no body


comptime ring = ring + 1  # expect-error: depends on itself


def untyped[x]():  # expect-error: the parameter 'x' needs a type
    pass


def decided():
    var c = True
    comptime if c:  # expect-error: known only at run time
        print(1)


def valueless():
    comptime x: Int  # expect-error: needs a value


def captured():
    var y = 1

    def twice() {var y, mut y}:  # expect-error: captured twice
        pass

    twice()


def main():
    var parts = Parts()
    parts.method(parts.untyped)
    broken(1)
    var x: Int = "text"  # expect-error: cannot convert
    print(x)
