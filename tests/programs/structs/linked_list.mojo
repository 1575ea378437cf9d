# A singly linked list through indices into a pool.
struct Stack:
    """A stack of integers kept in an index-linked pool."""

    var values: List[Int]
    var links: List[Int]
    var head: Int

    def __init__(out self):
        self.values = List[Int]()
        self.links = List[Int]()
        self.head = -1

    def push(mut self, x: Int):
        self.values.append(x)
        self.links.append(self.head)
        self.head = len(self.values) - 1

    def total(self) -> Int:
        var t = 0
        var at = self.head
        while at >= 0:
            t += self.values[at]
            at = self.links[at]
        return t

    def show(self):
        var at = self.head
        while at >= 0:
            print(self.values[at], end=" ")
            at = self.links[at]
        print()


def main():
    var s = Stack()
    for i in range(5):
        s.push(i * i)
    s.show()
    print(s.total())
