"""A struct whose origin is left open takes it from the constructor's argument; slices may be parameters."""


struct View[mut: Bool, //, width: Int, origin: Origin[mut=mut]](TrivialRegisterPassable):
    var data: UnsafePointer[Int, Self.origin]

    def __init__(out self, data: UnsafePointer[Int, Self.origin]):
        self.data = data

    def __init__(out self, ref[Self.origin] list: List[Int]):
        self.data = UnsafePointer[Int, Self.origin](mlir_value=list.unsafe_ptr().address)

    def __getitem__(self, i: Int) -> Int:
        return self.data[i * Self.width]

    def part[rows: Slice](self) -> Int:
        var total = 0
        comptime for i in range(rows.start.value(), rows.end.value()):
            total += self[i]
        return total


def first(view: View[2, MutAnyOrigin]) -> Int:
    return view[0]


def second(view: View[mut=True, 2]) -> Int:
    return view[1]


def read(values: UnsafePointer[Int, ImmAnyOrigin]) -> Int:
    return any_origin(values)


def any_origin(values: UnsafePointer[Int, _]) -> Int:
    return values[1]


def main():
    var data = UnsafePointer[Int].alloc(8)
    for i in range(8):
        data[i] = i * 10
    var view = View[2](data)
    print(first(view), second(view), view.part[1:3]())
    print(read(data), any_origin(data))
    data.free()
    var list: List[Int] = [1, 2, 3, 4]
    var other = View[2](list)
    print(other[1], second(other))
