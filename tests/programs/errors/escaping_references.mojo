# References that would outlive what they refer to.
struct Holder:
    var p: Pointer[String, MutAnyOrigin]
    def __init__(out self, p: Pointer[String, MutAnyOrigin]):
        self.p = p


struct View[o: ImmOrigin]:
    var p: Pointer[String, Self.o]
    def __init__(out self, p: Pointer[String, Self.o]):
        self.p = p


def held() -> Holder:
    var x = String("x")
    return Holder(Pointer(to=x))  # expect-error: nothing would keep alive what it refers to


def any() -> Pointer[String, MutAnyOrigin]:
    var x = String("x")
    return Pointer(to=x)  # expect-error: this returns a reference to 'x', which is destroyed when the function returns


def anothers(s: String) -> Pointer[String, origin_of(s)]:
    var x = String("x")
    return Pointer(to=x)  # expect-error: this returns a reference to 'x', which is destroyed when the function returns


def interior(s: String) -> StringSlice[origin_of(s)]:
    var x = s + "x"
    return x[byte=0:1]  # expect-error: this returns a reference to 'x', which is destroyed when the function returns


def by_name(s: String) -> Pointer[String, origin_of(s)]:
    var x = String("x")
    var p = Pointer(to=x)
    return p  # expect-error: this returns a reference to 'x', which is destroyed when the function returns


def owned_argument(s: String, var x: String) -> Pointer[String, origin_of(s)]:
    return Pointer(to=x)  # expect-error: this returns a reference to 'x', which is destroyed when the function returns


def stored(mut view: View):
    var x = String("x")
    view.p = Pointer(to=x)  # expect-error: this stores a reference to 'x', which is destroyed when the function returns


def appended[o: Origin](mut l: List[Pointer[String, o]]):
    var x = String("x")
    l.append(Pointer(to=x))  # expect-error: this stores a reference to 'x', which is destroyed when the function returns


def kept() -> List[Pointer[String, MutAnyOrigin]]:
    var l = List[Pointer[String, MutAnyOrigin]]()
    for i in range(3):
        var x = String(i)
        l.append(Pointer(to=x))  # expect-error: no 'append' takes these arguments
    return l^


def captured() -> Int:
    var l: List[String] = ["a", "b"]
    def count() {var l} -> Int:  # expect-error: write '{var l^}' to move it into the closure
        return len(l)
    return count()


def main():
    _ = held()
    _ = any()
    var s = String("s")
    _ = anothers(s)
    _ = interior(s)
    _ = by_name(s)
    _ = owned_argument(s, "x")
    var view = View(Pointer(to=s))
    stored(view)
    var m = List[Pointer[String, origin_of(s)]]()
    appended(m)
    _ = kept()
    _ = captured()
