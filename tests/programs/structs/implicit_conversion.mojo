# @implicit constructors convert arguments.
struct Celsius(ImplicitlyCopyable):
    var degrees: Float64

    @implicit
    def __init__(out self, degrees: Float64):
        self.degrees = degrees

    @implicit
    def __init__(out self, f: Fahrenheit):
        self.degrees = (f.degrees - 32) * 5 / 9


@fieldwise_init
struct Fahrenheit(ImplicitlyCopyable):
    var degrees: Float64


def show(c: Celsius):
    print(c.degrees)


def main():
    show(Celsius(1.0))
    var x = 21.5
    show(x)
    show(Fahrenheit(212.0))
    var c: Celsius = Fahrenheit(50.0)
    print(c.degrees)
