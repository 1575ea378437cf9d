trait Greets:
    def greet(self, n: Int) -> Int:
        return n * 2
    def twice(self) -> Int:
        return self.greet(4)

@fieldwise_init
struct A(Greets, Copyable):
    var x: Int
    def greet(self) -> Int:
        return 7

def both[T: Greets](t: T) -> Int:
    return t.greet(5)

def main():
    var a = A(1)
    print(a.greet(), a.greet(3), both(a), a.twice())
