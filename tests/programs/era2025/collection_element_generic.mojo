# Generic containers bound by CollectionElement and a priority queue in old spelling.
@value
struct Entry(CollectionElement):
    var key: Int
    var name: String


struct PriorityQueue:
    var entries: List[Entry]

    fn __init__(inout self):
        self.entries = List[Entry]()

    fn push(inout self, owned e: Entry):
        self.entries.append(e^)

    fn pop(inout self) raises -> Entry:
        if len(self.entries) == 0:
            raise Error("queue is empty")
        var best = 0
        for i in range(1, len(self.entries)):
            if self.entries[i].key < self.entries[best].key:
                best = i
        return self.entries.pop(best)

    fn __len__(self) -> Int:
        return len(self.entries)


fn first_two[T: CollectionElement](xs: List[T]) -> Tuple[T, T]:
    return (xs[0], xs[1])


fn main() raises:
    var q = PriorityQueue()
    q.push(Entry(5, "five"))
    q.push(Entry(1, "one"))
    q.push(Entry(3, "three"))
    while q.__len__() > 0:
        var e = q.pop()
        print(e.key, e.name)
    try:
        _ = q.pop()
    except e:
        print(e)
    var t = first_two(List[String]("x", "y", "z"))
    print(t[0], t[1])
