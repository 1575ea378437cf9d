# A growable array over UnsafePointer with element construction and destruction.
from memory import UnsafePointer


@value
struct Item:
    var id: Int

    fn __del__(owned self):
        print("del item", self.id)


struct Vec:
    var data: UnsafePointer[Item]
    var size: Int
    var capacity: Int

    fn __init__(out self, capacity: Int):
        self.data = UnsafePointer[Item].alloc(capacity)
        self.size = 0
        self.capacity = capacity

    fn push(mut self, owned item: Item):
        (self.data + self.size).init_pointee_move(item^)
        self.size += 1

    fn __getitem__(ref self, i: Int) -> ref [self] Item:
        return self.data[i]

    fn __len__(self) -> Int:
        return self.size

    fn __del__(owned self):
        for i in range(self.size):
            (self.data + i).destroy_pointee()
        self.data.free()
        print("freed")


fn main():
    var v = Vec(4)
    v.push(Item(1))
    v.push(Item(2))
    v[0].id = 10
    print(v[0].id, v[1].id, v.__len__())
    print("end")
