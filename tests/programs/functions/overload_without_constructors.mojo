# An overload whose argument is a struct that nothing can be converted to.
struct Handle:
    var number: Int


def show(x: Handle):
    print("handle", x.number)


def show(x: Float64):
    print("number", x)


def main():
    show(3)
    show(2.5)
