# Bare struct parameters inside a struct.
struct Stack[T: CollectionElement, capacity: Int = 4]:
    var items: List[T]

    fn __init__(out self):
        self.items = List[T]()

    fn push(mut self, item: T) -> Bool:
        if len(self.items) >= capacity:
            return False
        self.items.append(item)
        return True

    fn pop(mut self) -> T:
        return self.items.pop()

    fn size(self) -> Int:
        return len(self.items)


fn main():
    var s = Stack[Int, 3]()
    for i in range(5):
        print(s.push(i * 10), end=" ")
    print()
    print(s.pop(), s.pop(), s.size())
    var t = Stack[String]()
    _ = t.push("a")
    print(t.size(), t.pop())
