# Values are returned in tuples and lists beside references to arguments.
def longer(s: String) -> Tuple[String, Pointer[String, origin_of(s)]]:
    var more = s + " and a tail that lives on the heap"
    return (more^, Pointer(to=s))


def both(s: String, var t: String) -> Tuple[Pointer[String, origin_of(s)], List[String]]:
    return (Pointer(to=s), [t^, String("b")])


def main():
    var s = String("abc")
    var pair = longer(s)
    print(pair[0], pair[1][])
    var other = both(s, "a")
    print(other[0][], other[1])
