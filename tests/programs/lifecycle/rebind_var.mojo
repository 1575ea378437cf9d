# A value that `rebind_var` hands over under another type ends once.
struct X(Movable):
    var n: String
    def __init__(out self, n: String):
        self.n = n + " a string that does not fit into the small buffer"
    def __deinit__(deinit self):
        print("del", self.n)
def go[T: Movable & AnyType](var x: T) -> X:
    return rebind_var[X](x^)
def main():
    var x = X("a")
    var y = rebind_var[X](x^)
    print("got", y.n)
    var z = go(X("b"))
    print("got", z.n)
    var s = rebind_var[String](String("long enough to be on the heap, is it not?"))
    print(s)
