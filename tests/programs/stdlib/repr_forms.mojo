from std.collections import Counter, LinkedList
from std.utils import IndexList
def main() raises:
    print(repr(Slice(None, 5, 2)), Slice(None, 5, 2))
    print(repr(Counter[String]("a", "b", "b")), Counter[String]("a", "b", "b"))
    print(repr(Counter[Int]()), repr(LinkedList[String]()), repr(LinkedList[String]("a", "b")))
    var xs: List[String] = ["a", "b"]
    ref ys = xs
    print(repr(Span(ys)), repr("ab".as_bytes()), Span(xs))
    print(repr((1,)), (1,))
    print(repr(IndexList[3](1, 2, 3)), repr(IndexList[1, element_type=DType.int32](1)))
    print(repr(Codepoint.ord("é")))
