# Static methods, alias members and Self.
struct Temperature:
    alias FREEZING = 32.0
    var f: Float64

    fn __init__(out self, f: Float64):
        self.f = f

    @staticmethod
    fn from_celsius(c: Float64) -> Self:
        return Self(c * 9 / 5 + Self.FREEZING)

    fn is_freezing(self) -> Bool:
        return self.f <= Self.FREEZING


fn main():
    var t = Temperature.from_celsius(100)
    print(t.f, t.is_freezing(), Temperature.FREEZING)
    print(Temperature.from_celsius(-5).is_freezing())
