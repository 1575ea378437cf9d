from std.math import sqrt

def parsed_badly(n: Int) -> Int:
    var x = 
    return x + n

def fine(n: Int) -> Int:
    return n + "a"

def lowered_badly():
    y = 3
    print(y)

struct S:
    var n: Int
    def __init__(out self):
        self.n = 1
    def m(self) -> Int:
        return self.q
    def broken(self):
        if self.n
            pass

def generic[T: AnyType](x: T):
    return undefined

def main():
    print(parsed_badly(3) + 1)
    lowered_badly()
    var s = S()
    s.broken()
    print(s.m())
    print(s.zzz)
    generic(2)
