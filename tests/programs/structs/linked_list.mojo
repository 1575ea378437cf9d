# A recursive structure through OwnedPointer and Optional.
from std.memory import OwnedPointer


struct Node:
    var value: Int
    var next: Optional[OwnedPointer[Node]]

    def __init__(out self, value: Int):
        self.value = value
        self.next = None

    def __init__(out self, value: Int, var next: Node):
        self.value = value
        self.next = OwnedPointer(next^)


def total(node: Node) -> Int:
    if node.next:
        return node.value + total(node.next.value()[])
    return node.value


def main():
    var list = Node(1, Node(2, Node(3)))
    print(total(list))
    print(list.next.value()[].value)
