# ref results with origins in the 2025 spelling.
struct Names:
    var items: List[String]

    fn __init__(out self):
        self.items = List[String]("a", "b")

    fn __getitem__(ref self, i: Int) -> ref [self.items] String:
        return self.items[i]


fn longest(ref a: String, ref b: String) -> ref [__origin_of(a, b)] String:
    if len(a) >= len(b):
        return a
    return b


fn main():
    var n = Names()
    n[0] += "!"
    print(n[0], n[1])
    var x = String("xx")
    var y = String("yyy")
    longest(x, y) += "?"
    print(x, y)
