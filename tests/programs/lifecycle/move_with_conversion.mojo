# A value that is moved into a call may be converted on the way.
struct W(Movable):
    var x: List[Int]
    @implicit
    def __init__(out self, var x: List[Int]):
        self.x = x^
def f(var x: W): print(x.x[0])
def g(x: W): print(x.x[0])
def main():
    var b = List[Int]([1])
    g(b^)
    var c = List[Int]([1])
    var w: W = c^
    f(w^)
    var a = List[Int]([1])
    f(a^)
    g(make())
    f(make())
    var s = String("a,b")
    var parts = s.split(",")
    opt(parts^)
    var text : List[Byte] = [104, 105]
    print(total(text^))
def total(x: Span[Byte, _]) -> Int: return Int(x[0]) + Int(x[1])
def opt[o: ImmOrigin](var x: Optional[List[StringSlice[o]]]): print(x.value())
def make() -> List[Int]: return [7]
