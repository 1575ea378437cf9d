# A pointer read out of a field may point into its owner: the owner lives as long as the pointer is used.
struct Box(Movable):
    var p: UnsafePointer[Int, MutAnyOrigin]
    def __init__(out self, x: Int):
        self.p = UnsafePointer[Int, MutAnyOrigin].alloc(1)
        self.p[] = x
    def __deinit__(deinit self):
        print("gone")
        self.p.free()


def read_once(var other: Box):
    var node = other.p
    print("a", node[])


def walk(var other: Box):
    var node = other.p
    var n = 2
    while n > 0:
        print("b", node[])
        n -= 1
        node = node + 0


def loop(var other: Box):
    var node = other.p
    var n = 2
    while n > 0:
        print("c", node[])
        n -= 1


def reassign(var other: Box):
    var node = other.p
    node = node + 0
    print("d", node[])


def main():
    read_once(Box(1))
    walk(Box(2))
    loop(Box(3))
    reassign(Box(4))
