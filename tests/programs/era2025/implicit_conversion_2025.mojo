# Constructors with @implicit convert arguments.
struct Meters:
    var v: Float64

    @implicit
    fn __init__(out self, v: Float64):
        self.v = v

    @implicit
    fn __init__(out self, v: Int):
        self.v = Float64(v)


fn length(m: Meters) -> Float64:
    return m.v


fn main():
    var i = 3
    print(length(2.5), length(i))
    var m: Meters = 7
    print(m.v)
