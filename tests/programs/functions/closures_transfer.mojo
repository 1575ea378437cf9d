# A closure that owns its captures moves with them: they end once.
struct Noisy(Movable):
    var name: String
    def __init__(out self, var name: String):
        self.name = name^
    def __del__(deinit self):
        print("end of", self.name)

def call[F: def() -> None](f: F):
    f()

@fieldwise_init
struct Keep[F: def() -> None](Movable):
    var f: Self.F

def one(var n: Noisy):
    def body() {var n^}:
        print("body", n.name)
    call(body)
    print("after call")

def two(var n: Noisy):
    def body() {var n^}:
        print("body", n.name)
    var k = Keep(body^)
    k.f()
    print("after two")

def main():
    one(Noisy("a"))
    two(Noisy("b"))
