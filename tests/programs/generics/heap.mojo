# A generic binary heap.
struct Heap[T: Comparable & ImplicitlyCopyable & Deinitable](Sized):
    var items: List[Self.T]

    def __init__(out self):
        self.items = List[Self.T]()

    def __len__(self) -> Int:
        return len(self.items)

    def push(mut self, x: Self.T):
        self.items.append(x)
        var i = len(self.items) - 1
        while i > 0:
            var parent = (i - 1) // 2
            if not (self.items[i] < self.items[parent]):
                break
            self.items.swap_elements(i, parent)
            i = parent

    def pop(mut self) -> Self.T:
        var last = len(self.items) - 1
        self.items.swap_elements(0, last)
        var top = self.items.pop()
        var i = 0
        while True:
            var child = 2 * i + 1
            if child >= last:
                break
            if child + 1 < last and self.items[child + 1] < self.items[child]:
                child += 1
            if not (self.items[child] < self.items[i]):
                break
            self.items.swap_elements(i, child)
            i = child
        return top


def main():
    var h = Heap[Int]()
    for x in [5, 2, 8, 1, 9, 3]:
        h.push(x)
    while len(h):
        print(h.pop(), end=" ")
    print()
    var words = Heap[String]()
    words.push("pear")
    words.push("apple")
    print(words.pop())
