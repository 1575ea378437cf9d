def plain(): pass
def typed(a: Int, b: Int = 1 + 2) -> Int: return a
def conventions(
    imm a: Int,
    mut b: Int,
    var c: Int,
    ref d: Int,
    ref[origin] e: Int,
    ref [origin, space] f: Int,
    out g: Int,
    deinit h: Int,
): pass
def markers(a: Int, /, b: Int, *, c: Int, d: Int = 1): pass
def variadic(*args: Int, **kwargs: String): pass
def packs[*Ts: Writable](var *args: *Ts, key: Int): pass
def kwargs(var **kw: Int): pass
def parameters[T: A & B, //, n: Int = 3, /, *ns: Int, k: Int, m: Int = 2](x: T): pass
def keyword_parameters[a: Int, *, b: Int](): pass
def raising() raises: pass
def raising_typed() raises MyError -> Int: pass
def raising_parametric[E: Error]() raises E.Inner[Int]: pass
def constrained[n: Int](x: T) -> T where n > 0 where (conforms_to(T, A), "T must be A"): pass
def result_reference(ref self) -> ref[self.items] Int: pass
def result_tuple() -> (Int, String): pass
def named_soft_words(mut: Int, out: Int, read: Int, raises: Int, where: Int, match: Int, type: Int): pass
def `back tick`(`a b`: Int): pass
async def later() -> Int: return await other()

def closures():
    var a = 1
    def nothing(): pass
    def empty() {}: pass
    def by_default() {mut}: pass
    def listed(x: Int) raises {imm a, mut b, var c, var d^, ref e} -> Int: return x
    def mixed() {mut a, var}: pass
    def moved() {var^}: pass
    def bare() {a, b}: pass
    def passable() register_passable {var a}: pass
    var f = lambda (x: Int) -> Int: x + 1
    var g = lambda [n: Int](x: SIMD[_, n]) raises {var a} -> Int: x.reduce_add()
    var h = lambda (): print("x")
    apply(lambda (x: Int) -> Int: x if x else 1, 2)

comptime Pointer = def(Int) thin -> Int
comptime CPointer = def(x: Int, mut String) thin abi("C") raises MyError -> ref[o] T
comptime Parametric = def[T: AnyType](T, *args: Int) -> None
comptime Closure = (def(Int) register_passable -> None) & DevicePassable
comptime Asynchronous = async def() -> Int

def takes[f: def(Int) capturing[_] -> None, g: def() raises](h: def(def() -> Int) -> Int): pass
