# Functions with explicit origin parameters and references of unions.
def longer(ref a: String, ref b: String) -> ref[a, b] String:
    if a.byte_length() >= b.byte_length():
        return a
    return b


struct View[origin: ImmOrigin]:
    var p: Pointer[String, Self.origin]

    def __init__(out self, ref[Self.origin] s: String):
        self.p = Pointer(to=s)

    def show(self):
        print("view:", self.p[])


def main():
    var x = String("short")
    var y = String("longer one")
    print(longer(x, y))
    longer(x, y) += "!"
    print(y)
    var v = View(x)
    v.show()
