# Some[Trait] arguments and anonymous generics.
def total_len(a: Some[Sized], b: Some[Sized]) -> Int:
    return len(a) + len(b)


def both(a: Some[Writable], b: Some[Writable]) -> String:
    return String(a, "/", b)


def main():
    var xs: List[Int] = [1, 2]
    var d: Dict[Int, Int] = {1: 1}
    print(total_len(xs, d), both(1, "x"))
