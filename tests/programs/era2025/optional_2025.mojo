# Optional with value, or_else and truth.
from collections import Optional


fn find(xs: List[Int], wanted: Int) -> Optional[Int]:
    for i in range(len(xs)):
        if xs[i] == wanted:
            return Optional(i)
    return None


fn main():
    var xs = List[Int](4, 5, 6)
    var a = find(xs, 5)
    var b = find(xs, 50)
    if a:
        print("found", a.value())
    if not b:
        print("missing", b.or_else(-1))
