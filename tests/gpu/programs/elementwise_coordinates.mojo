from max.algorithm import elementwise
from max.gpu.host import DeviceContext
from layout import Coord, TileTensor, row_major
from std.sys.info import align_of

comptime L = row_major[10]()

def run[target: StaticString](ctx: DeviceContext) raises:
    var a = ctx.enqueue_create_buffer[DType.float32](10)
    var b = ctx.enqueue_create_buffer[DType.float32](10)
    a.enqueue_fill(2)
    var x = TileTensor(a, L)
    var y = TileTensor(b, L)
    def add[width: Int, alignment: Int = align_of[Float32]()](c: Coord) {var x, var y} -> None:
        var i = c[0].value()
        y.store[width](Coord(i), x.load[width](Coord(i)) + Float32(i))
    elementwise[simd_width=4, target=target](add, Coord(10), ctx)
    print(b)
    _ = a

def main() raises:
    var ctx = DeviceContext()
    run["cpu"](ctx)
    run["gpu"](ctx)
