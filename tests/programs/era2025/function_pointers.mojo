# Function types with fn.
fn double(x: Int) -> Int:
    return x * 2


fn negate(x: Int) -> Int:
    return -x


fn apply(f: fn(Int) -> Int, x: Int) -> Int:
    return f(x)


fn main():
    var f: fn(Int) -> Int = double
    print(f(4), apply(negate, 4))
    f = negate
    print(f(10))
