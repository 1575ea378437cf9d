# Subscripts of any kind of whole number, and of types that say which one they are.
@fieldwise_init
struct Column(Indexer):
    var number: Int
    def __mlir_index__(self) -> __mlir_type.index: return self.number.__mlir_index__()
@fieldwise_init
struct Row(Indexer):
    var number: Int
    def __index__(self) -> Int: return self.number
def main():
    var xs: List[Int] = [3, 1, 2]
    xs[Column(1)] = 7
    xs[UInt8(0)] += 1
    var a = Array[Int, 3](fill=4)
    a[Row(2)] = 5
    print(xs, a[UInt32(2)], a[Row(0)], Span(xs)[Column(1)], index(Row(3)))
    print(xs[0], xs[UInt(1)])
