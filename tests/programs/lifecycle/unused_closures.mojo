# A closure that nobody calls owns what it captured: every copy in it ends, none is lost.

struct Token(ImplicitlyCopyable):
    var n: Int
    def __init__(out self, n: Int):
        self.n = n
    def __init__(out self, *, copy: Self):
        self.n = copy.n
        print("copy", self.n)
    def __deinit__(deinit self):
        print("end", self.n)

def two():
    var a = Token(1)
    var b = Token(2)
    def k(n: Int) {var a, var b} -> Int:
        return a.n + b.n
    var v = a
    var w = b
    print(v.n, w.n)

def rest(led: Int):
    var b = Token(3)
    def k(n: Int) {imm led, var} -> Int:
        return b.n + led
    var w = b
    print(w.n)

def main():
    two()
    rest(1)
