# The names that need no import, and the containers and traits, each used once.
from std.complex import ComplexSIMD
from std.collections import OrderedDict, Set, Deque, LinkedList, Counter
from std.utils import Variant
from std.memory import OwnedPointer, ArcPointer
def use[T: AnyType](): pass
struct P(
    Writable,
    Stringable,
    Representable,
    Hashable,
    Equatable,
    Comparable,
    Boolable,
    Intable,
    Sized,
    Copyable,
    Movable,
    Defaultable,
):
    var x: Int
    def __init__(out self): self.x = 3
    def write_to(self, mut w: Some[Writer]): w.write("P", self.x)
    def __str__(self) -> String: return String("P", self.x)
    def __repr__(self) -> String: return "P()"
    def __lt__(self, o: Self) -> Bool: return self.x < o.x
    def __bool__(self) -> Bool: return True
    def __int__(self) -> Int: return self.x
    def __len__(self) -> Int: return self.x
struct Q(ImplicitlyCopyable, Indexer, Iterable):
    comptime Element = Int
    var x: Int
    def __init__(out self): self.x = 3
    def __index__(self) -> Int: return 1
    def __mlir_index__(self) -> __mlir_type.index: return Int(1)._index()
    def __iter__(self) -> type_of(range(3).__iter__()): return range(3).__iter__()
def even(x: Int) -> Bool: return x % 2 == 0
def main() raises:
    use[Int](); use[UInt](); use[Int128](); use[Int256](); use[UInt256](); use[BFloat16](); use[
        Float8_e4m3fn
    ](); use[
        Float8_e5m2
    ](); use[Float8_e4m3fnuz](); use[Float8_e5m2fnuz](); use[Float8_e3m4](); use[Float8_e8m0fnu]()
    use[ComplexSIMD[DType.float32, 2]](); use[OrderedDict[Int, Int]](); use[Set[Int]](); use[
        Deque[Int]
    ](); use[LinkedList[Int]](); use[Counter[Int]](); use[Optional[Int]](); use[
        Variant[Int, String]
    ](); use[Tuple[Int]](); use[InlineArray[Int, 3]](); use[Array[Int, 3]](); use[
        Span[Int, MutAnyOrigin]
    ](); use[Pointer[Int, MutAnyOrigin]](); use[UnsafePointer[Int, MutAnyOrigin]](); use[
        OwnedPointer[Int]
    ](); use[ArcPointer[Int]](); use[Error](); use[StringSlice[StaticConstantOrigin]](); use[
        StringSpan[StaticConstantOrigin]
    ](); use[Codepoint](); use[IntLiteral](); use[FloatLiteral](); use[StringLiteral]()
    var xs = [3, 1, 2]
    print(
        sorted(xs),
        sum(xs),
        any([False, True]),
        all([True, True]),
        min(1, 2),
        max(1, 2),
        abs(-3),
        round(2.6),
        pow(2, 3),
        len(xs),
    )
    print(divmod(7, 2), hash(3) == hash(3), repr("a"), id(xs) == id(xs))
    var d: OrderedDict[Int, Int] = {1: 2}
    print(
        d,
        P(),
        String(P()),
        repr(P()),
        Bool(P()),
        Int(P()),
        len(P()),
        P() == P(),
        P() < P(),
        hash(P()) == hash(P()),
    )
    for x in filter[even](xs): print(x)
    for x in map[even](xs): print(x)
    for i, x in enumerate(xs): print(i, x)
    for a, b in zip(xs, xs): print(a, b)
    for x in reversed(xs): print(x)
    var it = iter(xs)
    print(next(it), xs[index(Q())])
    for q in Q(): print(q)
