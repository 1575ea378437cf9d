# Closures that own their captures, held in a generic struct.
comptime IntFn = def(Int) -> Int


@fieldwise_init
struct Pipeline[F: IntFn, G: IntFn]:
    var f: Self.F
    var g: Self.G

    def run(self, x: Int) -> Int:
        return self.g(self.f(x))


def main():
    var k = 3
    var p = Pipeline(lambda (x: Int) {var k} -> Int: x * k, lambda (x: Int) -> Int: x + 1)
    print(p.run(5), p.run(0))
