# The talk's 'swish' through 'elementwise', on the processor and on the device, from one function.
from algorithm import elementwise
from gpu.host import DeviceContext
from math import exp
from memory import UnsafePointer
from utils import IndexList

alias M = 5
alias N = 10


@register_passable("trivial")
struct Matrix:
    var data: UnsafePointer[Float32]

    fn __init__(out self, data: UnsafePointer[Float32]):
        self.data = data

    fn load[width: Int](self, at: IndexList) -> SIMD[DType.float32, width]:
        return self.data.load[width=width](at[0] * N + at[1])

    fn store[width: Int](self, at: IndexList, value: SIMD[DType.float32, width]):
        self.data.store(at[0] * N + at[1], value)


fn swish[target: StaticString](C: Matrix, A: Matrix):
    @parameter
    fn do_swish[width: Int, rank: Int](coords: IndexList[rank]):
        var vec = A.load[width=width](coords)
        C.store(coords, vec / (1 + exp(-vec)))

    elementwise[do_swish, 4, target=target](IndexList[2](M, N))


fn shifted(C: Matrix, A: Matrix, amount: Float32, ctx: DeviceContext) raises:
    @parameter
    fn shift[width: Int, rank: Int](coords: IndexList[rank]):
        C.store(coords, A.load[width=width](coords) + amount)

    elementwise[shift, 4, target="gpu"](IndexList[2](M, N), ctx)
    elementwise[shift, 1, use_blocking_impl=True, target="gpu"](IndexList[2](M, N), ctx)


def main():
    var ctx = DeviceContext()
    var a = ctx.enqueue_create_buffer[DType.float32](M * N)
    var c = ctx.enqueue_create_buffer[DType.float32](M * N)
    with a.map_to_host() as host:
        for i in range(M * N):
            host[i] = Float32(i - 25) / 4
    var expected = UnsafePointer[Float32].alloc(M * N)
    with a.map_to_host() as host:
        swish["cpu"](Matrix(expected), Matrix(host.unsafe_ptr()))
    swish["cuda"](Matrix(c.unsafe_ptr()), Matrix(a.unsafe_ptr()))
    var wrong = 0
    with c.map_to_host() as host:
        for i in range(M * N):
            if abs(host[i] - expected[i]) > 0.00001:
                wrong += 1
        print("swish, wrong:", wrong, "first:", round(expected[0] * 1000), "last:", round(host[49] * 1000))
    shifted(Matrix(c.unsafe_ptr()), Matrix(a.unsafe_ptr()), 100, ctx)
    with c.map_to_host() as host:
        print("shifted:", host[0], host[9], host[49])
    expected.free()
    _ = a  # an address does not keep its buffer alive
