from std.ffi import external_call

comptime Item = UnsafePointer[Int32, MutAnyOrigin]


def main():
    var numbers: List[Int32] = [5, 3]
    var calls = 0

    def counted(a: Item, b: Item) {mut calls} -> Int32:
        calls += 1
        return a[] - b[]

    external_call["qsort", NoneType](numbers.unsafe_ptr(), Int(2), Int(4), counted)  # expect-error: captures variables
