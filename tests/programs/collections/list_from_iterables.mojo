def main():
    var r: List[Int] = [1, 2, 3, 4]
    print(r.unsafe_ptr().unsafe_load[width=4]())
    var r2: List[Int32] = [1, 2, 3, 4]
    print(r2.unsafe_ptr().unsafe_load[width=4]())
    var r3 = List(range(4))
    var x: Int = r3[0]
    print(x)
    var p = r3.unsafe_ptr()
    print(p.load[width=4]())
    var r4 = List[Int](range(3))
    print(r4)
    print(List("abc".codepoint_slices()))
    var r5 = List(r3)
    print(r5)
    print(List({1, 2}))
    print(List(reversed(r3)))
