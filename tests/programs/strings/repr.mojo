# repr of the common types.
def main():
    print(repr("text"), repr("it's"), repr("line\nbreak"), repr(5), repr(2.5), repr(True))
    print(repr([1, 2]), repr((1, "a")))
    var xs: List[String] = ["a", "b"]
    print(repr(xs))
    var d: Dict[String, Int] = {"k": 1}
    print(repr(d))
    var o: Optional[Int] = 5
    var n: Optional[Int] = None
    print(repr(o), repr(n))
    print(repr(SIMD[DType.float32, 4](1)), repr(UInt8(3)), repr(Float32(1.5)))
