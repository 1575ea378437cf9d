from max.algorithm import elementwise
from max.gpu.host import DeviceContext
from layout import Coord, TileTensor, row_major
from std.sys.info import align_of

comptime L = row_major[10]()

def on_processors(ctx: DeviceContext) raises:
    var a = List[Float32](length=10, fill=2)
    var b = List[Float32](length=10, fill=0)
    var x = TileTensor(Span(a), L)
    var y = TileTensor(Span(b), L)
    def add[width: Int, alignment: Int = align_of[Float32]()](c: Coord) {var x, var y} -> None:
        var i = c[0].value()
        y.store[width](Coord(i), x.load[width](Coord(i)) + Float32(i))
    elementwise[simd_width=4](add, Coord(10), ctx)
    print(b)
    _ = a

def on_device(ctx: DeviceContext) raises:
    var a = ctx.enqueue_create_buffer[DType.float32](10)
    var b = ctx.enqueue_create_buffer[DType.float32](10)
    a.enqueue_fill(2)
    var x = TileTensor(a, L)
    var y = TileTensor(b, L)
    def add[width: Int, alignment: Int = align_of[Float32]()](c: Coord) {var x, var y} -> None:
        var i = c[0].value()
        y.store[width](Coord(i), x.load[width](Coord(i)) + Float32(i))
    elementwise[simd_width=4, target="gpu"](add, Coord(10), ctx)
    print(b)
    _ = a

def main() raises:
    var ctx = DeviceContext()
    on_processors(ctx)
    on_device(ctx)
