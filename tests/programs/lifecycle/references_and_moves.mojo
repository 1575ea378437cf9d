# What a reference keeps alive, and what may be moved while it is in use.
struct Noisy(Movable):
    var n: Int

    def __init__(out self, n: Int):
        self.n = n

    def __deinit__(deinit self):
        print("end of", self.n)


@fieldwise_init
struct Two(Movable):
    var a: Noisy
    var b: Noisy


def take(var value: Noisy):
    print("took", value.n)


def first_of(ref a: Noisy, ref b: Noisy) -> ref[a] Noisy:
    return a


def longest[o: ImmOrigin](words: Span[String, o], other: String) -> ref[o] String:
    return words[len(words) - 1]


def main():
    var x = Noisy(1)
    var y = Noisy(2)
    ref r = first_of(x, y)
    take(y^)
    print("first", r.n)
    var p = Pointer(to=x)
    print("pointer", p[].n)
    take(x^)
    x = Noisy(3)
    print("again", p[].n)

    var two = Two(Noisy(4), Noisy(5))
    var field = Pointer(to=two.a)
    take(two.b^)
    print("field", field[].n)
    two.b = Noisy(7)

    var kept = Noisy(6)
    var pointers = List[Pointer[Noisy, origin_of(kept)]]()
    pointers.append(Pointer(to=kept))
    print("before the use")
    print("in a list", pointers[0][].n)

    var words = [String("a"), String("bb")]
    var other = String("other")
    ref word = longest(Span(words), other)
    var elsewhere = other^
    print(word, elsewhere)
