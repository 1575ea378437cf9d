"""Result types computed from parameters that are inferred: subscripts and calls of compile-time values wait for them."""


def doubled[*sizes: Int]() -> List[Int]:
    var result = List[Int]()
    comptime for i in range(sizes.__len__()):
        result.append(2 * sizes[i])
    return result^


struct Box[sizes: List[Int]](TrivialRegisterPassable):
    comptime Next[*more: Int] = Box[doubled[*more]()]

    var value: Int

    def __init__(out self, value: Int):
        self.value = value

    def scaled[i: Int](self) -> SIMD[DType.int32, Self.sizes[i]]:
        return SIMD[DType.int32, Self.sizes[i]](Int32(self.value))

    def other[*more: Int](self) -> Self.Next[*more]:
        return {self.value + more.__len__()}


def main():
    var box = Box[doubled[1, 2]()](7)
    print(box.scaled[0](), box.scaled[1]())
    print(box.other[1, 4]().scaled[1]())
