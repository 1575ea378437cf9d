# Fields of a struct are destroyed with it, in order; partial moves.
struct Part:
    var name: String

    def __init__(out self, var name: String):
        self.name = name^

    def __deinit__(deinit self):
        print("deinit part", self.name)


struct Whole:
    var a: Part
    var b: Part

    def __init__(out self):
        self.a = Part("a")
        self.b = Part("b")

    def take_a(deinit self) -> Part:
        print("taking a")
        return self.a^


struct WithDeinit:
    var p: Part

    def __init__(out self):
        self.p = Part("p")

    def __deinit__(deinit self):
        print("deinit whole")


def main():
    var w = Whole()
    print("made", w.a.name)
    print("done with w")
    var p = Whole().take_a()
    print("kept", p.name)
    var v = WithDeinit()
    print(v.p.name)
    print("end")
