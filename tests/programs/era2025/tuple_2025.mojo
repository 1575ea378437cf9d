# Tuples, unpacking and multiple results.
fn div_mod(a: Int, b: Int) -> (Int, Int):
    return (a // b, a % b)


fn main():
    var q: Int
    var r: Int
    q, r = div_mod(17, 5)
    print(q, r)
    var t = div_mod(9, 4)
    print(t[0], t[1])
    var mixed = (1, String("two"), 3.0)
    print(mixed[1], len(mixed))
    var a, b = div_mod(20, 6)
    print(a, b)
