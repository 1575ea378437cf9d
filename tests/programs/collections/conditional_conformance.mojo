# Containers have the traits that their elements allow.
from std.collections import Set, Deque, LinkedList, Counter
from std.utils import Variant
struct NC(Movable):
    var x: Int
    def __init__(out self): self.x = 1
@fieldwise_init
struct NW(Copyable):
    var x: Int
def c[T: AnyType]() -> String:
    var s = String()
    comptime if conforms_to(T, Copyable): s += "C"
    comptime if conforms_to(T, ImplicitlyCopyable): s += "I"
    comptime if conforms_to(T, Movable): s += "M"
    comptime if conforms_to(T, Writable): s += "W"
    comptime if conforms_to(T, Equatable): s += "E"
    comptime if conforms_to(T, Hashable): s += "H"
    return s
def main() raises:
    print("List", c[List[Int]](), c[List[NC]](), c[List[NW]]())
    print("Dict", c[Dict[Int, Int]](), c[Dict[Int, NW]]())
    print("Set", c[Set[Int]](), c[Set[String]]())
    print("Deque", c[Deque[Int]](), c[Deque[NW]]())
    print("LinkedList", c[LinkedList[Int]](), c[LinkedList[NW]](), c[LinkedList[NC]]())
    print("Counter", c[Counter[Int]]())
    print("Optional", c[Optional[Int]](), c[Optional[NC]](), c[Optional[NW]]())
    print("Tuple", c[Tuple[Int, String]](), c[Tuple[Int, NC]](), c[Tuple[NW]]())
    print("Variant", c[Variant[Int, String]](), c[Variant[Int, NC]](), c[Variant[NW, Int]]())
    var a: Deque[Int] = [1, 2]
    var b: Deque[Int] = [1, 2]
    b.appendleft(0)
    print(hash(a) == hash(b))
    _ = b.popleft()
    print(hash(a) == hash(b))
    var l: LinkedList[Int] = [1, 2]
    var m: LinkedList[Int] = [2, 1]
    print(hash(l) == hash(m), hash(l) == hash(l))
    var d: Dict[Int, String] = {1: "a", 2: "b"}
    var e: Dict[Int, String] = {2: "b", 1: "a"}
    var f: Dict[Int, String] = {2: "a", 1: "b"}
    print(hash(d) == hash(e), hash(d) == hash(f))
    var keys: Dict[List[Int], Int] = {[1, 2]: 3}
    print(keys[[1, 2]])
    for x in Optional(5): print(x)
