# Errors that refer to what the caller owns keep it alive; closures change what is not passed beside them.
from std.utils import Variant


def words(text: String) -> List[String]:
    var found = List[String]()
    for i in range(3):
        found.append(text + String(i) + " and so long that it is on the heap")
    return found^


def churn():
    var others = List[String]()
    for i in range(20):
        others.append(String("other") * (i + 1))
    _ = others^


@fieldwise_init
struct Wrong[o: ImmOrigin](Copyable, Writable):
    var p: Pointer[String, Self.o]

    def write_to(self, mut writer: Some[Writer]):
        writer.write(self.p[])


def refuse(s: String) raises Wrong[origin_of(s)]:
    raise Wrong(Pointer(to=s))


def passed_on(s: String) raises Wrong[origin_of(s)]:
    try:
        refuse(s)
    finally:
        print("finally")


def caught():
    var s = words("caught")[0]
    try:
        refuse(s)
    except e:
        churn()
        print(e)
    var t = words("twice")[1]
    try:
        try:
            passed_on(t)
        except e:
            print("inner", e)
            raise e^
    except e:
        churn()
        print(e)


def in_a_loop():
    for i in range(3):
        var s = words(String("loop ", i, " "))[2]
        try:
            if i == 1:
                continue
            passed_on(s)
        except e:
            churn()
            print(e)
            s += "x"


def varied():
    var l = words("varied")
    var v = Variant[Int, Pointer[String, origin_of(l[0])]](Pointer(to=l[0]))
    churn()
    print(v[Pointer[String, origin_of(l[0])]][])


struct Seen[o: ImmOrigin](Movable):
    var list: Pointer[List[String], Self.o]

    def __init__(out self, ref[Self.o] list: List[String]):
        self.list = Pointer(to=list)

    def all(self) -> Span[String, Self.o]:
        return Span(self.list[])


def viewed():
    var l = words("viewed")
    var all = Seen(l).all()
    churn()
    print(all[1])


def each[F: def(String) -> None](l: List[String], f: F):
    for x in l:
        f(x)


def each_known[f: def(String) capturing -> None](l: List[String]):
    for x in l:
        f(x)


struct Walker:
    var seen: List[String]
    var items: List[String]
    var count: Int

    def __init__(out self):
        self.seen = []
        self.items = words("walked")
        self.count = 0

    def go(mut self):
        @__parameter
        def visit(x: String) capturing:
            self.seen.append(x)
            self.count += 1

        each_known[visit](self.items)
        print(self.seen, self.count)


def closures():
    var l = words("closures")
    var m = List[String]()
    def add(s: String) {mut m}:
        m.append(s)
    each(l, add)
    add("last")
    print(m)
    var walker = Walker()
    walker.go()


def main():
    caught()
    in_a_loop()
    varied()
    viewed()
    closures()
