# What a closure captured is a place like any other: two arguments must not overlap there either.
def trade(mut a: String, mut b: String):
    swap(a, b)


def both(mut a: String, b: String):
    a += b


struct Holder:
    var text: String

    def __init__(out self):
        self.text = "s"

    def change(mut self):
        def inner() {mut self}:
            trade(self.text, self.text)  # expect-error: a mutable argument must not overlap another
        inner()


def main():
    var v = String("a")
    var l: List[String] = ["a"]
    def named() {mut v}:
        trade(v, v)  # expect-error: a mutable argument must not overlap another
    def by_default() {mut}:
        both(v, v)  # expect-error: a mutable argument must not overlap another
    def held() {var v}:
        trade(v, v)  # expect-error: a mutable argument must not overlap another
    def interior() {mut l}:
        ref r = l[0]
        l.append("b")
        print(r)  # expect-error: changed after the reference was taken
    named()
    by_default()
    held()
    interior()
    Holder().change()
