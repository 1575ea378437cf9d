# Views held by tuples, lists and optionals end with a change of what they see; pointers to the value itself stay.
def words(s: String) -> List[StringSlice[origin_of(s)]]:
    return [StringSlice(s)]


def maybe(s: String) -> Optional[StringSlice[origin_of(s)]]:
    return StringSlice(s)


def counted(s: String) -> Tuple[Int, StringSlice[origin_of(s)]]:
    return (1, StringSlice(s))


def pointer(s: String) -> Tuple[Pointer[String, origin_of(s)], Int]:
    return (Pointer(to=s), 1)


def main():
    var s = String("abc")
    var p = pointer(s)
    s += "x"
    print(p[0][])
    var a = words(s)
    s += "x"
    print(a[0])  # expect-error: this uses a reference into 's', which was changed after the reference was taken
    var b = maybe(s)
    s += "x"
    print(b.value())  # expect-error: this uses a reference into 's', which was changed after the reference was taken
    var c = counted(s)
    s += "x"
    print(c[1])  # expect-error: this uses a reference into 's', which was changed after the reference was taken
