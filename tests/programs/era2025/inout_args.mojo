# inout, owned and borrowed argument conventions.
fn add_to(inout x: Int, by: Int):
    x += by


fn read(borrowed s: String) -> Int:
    return len(s)


fn take(owned s: String) -> String:
    s += "!"
    return s


fn main():
    var n = 5
    add_to(n, 3)
    print(n)
    var text = String("hello")
    print(read(text))
    print(take(text))
    print(text)
    print(take(text^))
