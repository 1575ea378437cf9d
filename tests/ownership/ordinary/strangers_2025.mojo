# edition: 2025
# Twenty small things as one wrote them in 2025.
from collections import Dict, List, Optional, Set
from memory import UnsafePointer, ArcPointer, OwnedPointer

@value
struct Point(Stringable, Writable):
    var x: Int
    var y: Int
    fn __str__(self) -> String:
        return String.write(self)
    fn write_to[W: Writer](self, mut writer: W):
        writer.write("(", self.x, ", ", self.y, ")")
    fn __add__(self, other: Point) -> Point:
        return Point(self.x + other.x, self.y + other.y)

struct Buffer[T: Copyable & Movable](Sized):
    var data: UnsafePointer[T]
    var size: Int
    var capacity: Int

    fn __init__(out self, capacity: Int):
        self.data = UnsafePointer[T].alloc(capacity)
        self.size = 0
        self.capacity = capacity

    fn __copyinit__(out self, existing: Self):
        self.data = UnsafePointer[T].alloc(existing.capacity)
        self.size = existing.size
        self.capacity = existing.capacity
        for i in range(self.size):
            (self.data + i).init_pointee_copy(existing.data[i])

    fn __moveinit__(out self, owned existing: Self):
        self.data = existing.data
        self.size = existing.size
        self.capacity = existing.capacity

    fn __del__(owned self):
        for i in range(self.size):
            (self.data + i).destroy_pointee()
        self.data.free()

    fn __len__(self) -> Int:
        return self.size

    fn push(mut self, owned value: T) raises:
        if self.size == self.capacity:
            raise Error("full")
        (self.data + self.size).init_pointee_move(value^)
        self.size += 1

    fn __getitem__(ref self, i: Int) -> ref [self] T:
        return self.data[i]

trait Animal:
    fn speak(self) -> String: ...

struct Dog(Animal):
    fn __init__(out self): pass
    fn speak(self) -> String: return "woof"

struct Cat(Animal):
    fn __init__(out self): pass
    fn speak(self) -> String: return "meow"

fn chat[A: Animal](a: A) -> String:
    return a.speak()

fn risky(n: Int) raises -> Int:
    if n > 2:
        raise Error("too big: " + String(n))
    return n * 10

def lazy(n: Int) -> Int:
    total = 0
    for i in range(n):
        total += i
    return total

fn map_in_place(mut xs: List[Int], f: fn (Int) -> Int):
    for i in range(len(xs)):
        xs[i] = f(xs[i])

fn double(x: Int) -> Int:
    return x * 2

fn take(owned s: String) -> String:
    s += "!"
    return s^

struct Guard:
    var name: String
    fn __init__(out self, name: String):
        self.name = name
    fn __enter__(self) -> String:
        print("enter", self.name)
        return self.name
    fn __exit__(self):
        print("exit", self.name)

struct Node(Copyable, Movable):
    var value: Int
    var next: UnsafePointer[Node]
    fn __init__(out self, value: Int):
        self.value = value
        self.next = UnsafePointer[Node]()
    fn __copyinit__(out self, existing: Self):
        self.value = existing.value
        self.next = existing.next
    fn __moveinit__(out self, owned existing: Self):
        self.value = existing.value
        self.next = existing.next

struct Chain:
    var head: UnsafePointer[Node]
    fn __init__(out self):
        self.head = UnsafePointer[Node]()
    fn push(mut self, value: Int):
        var node = UnsafePointer[Node].alloc(1)
        node.init_pointee_move(Node(value))
        node[].next = self.head
        self.head = node
    fn total(self) -> Int:
        var sum = 0
        var at = self.head
        while at:
            sum += at[].value
            at = at[].next
        return sum
    fn __del__(owned self):
        var at = self.head
        while at:
            var next = at[].next
            at.destroy_pointee()
            at.free()
            at = next

fn main() raises:
    var p = Point(1, 2)
    var q = p
    q.x = 10
    print(p, q, String(p + q))
    var b = Buffer[String](2)
    b.push("one")
    b.push("two and a long tail that lives on the heap")
    var c = b
    c[0] += "!"
    print(b[0], c[0], len(c))
    try:
        b.push("three")
    except e:
        print("error:", e)
    print(chat(Dog()), chat(Cat()))
    for i in range(5):
        try:
            print(risky(i), end=" ")
        except e:
            print(e, end=" ")
    print()
    print(lazy(5))
    var xs = List[Int](1, 2, 3)
    map_in_place(xs, double)
    print(xs.__str__(), xs[-1])
    var s = String("text")
    var t = take(s)
    print(s, t)
    print(take(s^))
    with Guard("g") as name:
        print("in", name)
    var d = Dict[String, Int]()
    d["a"] = 1
    d["b"] = 2
    for e in d.items():
        print(e[].key, e[].value, end=" ")
    for k in d.keys():
        print(k[], end=" ")
    print()
    var chain = Chain()
    for i in range(4):
        chain.push(i)
    print(chain.total())
    print(Chain().total(), Buffer[Int](3).size)
    var arc = ArcPointer(String("shared"))
    var other = arc
    other[] += "?"
    print(arc[])
    var opt = Optional[Int](5)
    if opt:
        print(opt.value() + 1, opt.or_else(0))
    var count = 0
    @parameter
    fn bump(n: Int):
        count += n
    bump(2)
    bump(3)
    print(count)
    var names = List[String]("x", "y")
    for n in names:
        n[] += "1"
    print(names[0], names[1])
    alias N = 3
    @parameter
    for i in range(N):
        print(i, end=",")
    print(7 / 2, 7 // 2)
    var a1, b1 = (String("l"), String("r"))
    a1, b1 = b1, a1
    print(a1, b1)
    print(b.data[1])
