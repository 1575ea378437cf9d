# Of two forms, the one for functions that do not raise takes those.
def par[f: def(Int) capturing -> None](n: Int):
    print("plain")
    for i in range(n): f(i)
def par[f: def(Int) raises capturing -> None](n: Int) raises:
    print("raising")
    for i in range(n): f(i)
def par[F: def(Int) -> None, //](n: Int, f: F):
    print("plain closure")
    for i in range(n): f(i)
def par[F: def(Int) raises -> None, //](n: Int, f: F) raises:
    print("raising closure")
    for i in range(n): f(i)

def free(i: Int):
    pass

def quiet():
    @__parameter
    def g(i: Int): pass
    par[g](2)

def main() raises:
    var x = 0

    @__parameter
    def g(i: Int):
        x += i

    @__parameter
    def b(i: Int) raises:
        if i == 1: raise Error("one")
    par[g](2)
    par[free](2)
    try:
        par[b](2)
    except e: print(e)
    def h(i: Int) {mut x}: x += i
    def hb(i: Int) raises {mut x}: raise Error("hb")
    par(2, h)
    try:
        par(2, hb)
    except e: print(e)
    quiet()
