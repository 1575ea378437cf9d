# What a closure captured lives until the call that takes the closure as a parameter is over (Mojo 1.2 destroys it before).
struct Noisy(Movable):
    var n: Int
    def __init__(out self, n: Int):
        self.n = n
    def __deinit__(deinit self):
        print("gone", self.n)

def twice[work: def(Int) raises capturing -> None](x: Int) raises -> Int:
    @parameter
    def batch(k: Int) raises:
        for _ in range(2):
            work(k)
    batch(x)
    print("after")
    return 3

def once[work: def(Int) raises capturing -> None](x: Int) raises -> Int:
    work(x)
    print("after once")
    return 3

def main() raises:
    var a = Noisy(1)
    var b = Noisy(2)

    @parameter
    def use(k: Int) raises:
        print("use", k, a.n, b.n)

    var r = twice[use](5)
    print("done", r, b.n)
    var c = Noisy(3)
    @parameter
    def usec(k: Int) raises:
        print("use", k, c.n)
    r = once[usec](5)
    print("done", r)
