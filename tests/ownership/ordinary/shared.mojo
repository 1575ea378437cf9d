# What an ArcPointer shares: changed by every owner, also through a pointer that is only read.
from std.memory import ArcPointer

@fieldwise_init
struct Node(Copyable):
    var name: String
    var children: List[ArcPointer[Node]]

def rename(a: ArcPointer[Node], name: String):
    a[].name = name

def depth(node: ArcPointer[Node]) -> Int:
    var most = 0
    for child in node[].children:
        most = max(most, depth(child))
    return most + 1

def main():
    var root = ArcPointer(Node("root", []))
    var leaf = ArcPointer(Node("leaf", []))
    root[].children.append(leaf)
    rename(leaf, "renamed")
    print(root[].children[0][].name, depth(root))
    var other = root
    other[].name = "other"
    print(root[].name)
    var n = ArcPointer(1)
    def count() {imm n}:
        n[] += 1
    count()
    count()
    print(n[])
    var l = [ArcPointer(String("a")), ArcPointer(String("b"))]
    print(l[0][], l[1][])
    ref r = root[]
    r.name += "!"
    print(root[].name)
    ref c = root[].children
    c.append(ArcPointer(Node("second", [])))
    print(len(root[].children))
