from math import sqrt
from memory.unsafe import DTypePointer

alias Float32 = SIMD[DType.float32, 1]
alias simd_width = simdwidthof[DType.float32]()
alias Op = fn[width: Int](SIMD[DType.float32, width]) capturing [_] -> SIMD[DType.float32, width]
alias Callback = fn(inout Int, borrowed String, owned List[Int]) escaping -> None


@value
@register_passable("trivial")
struct MyPair(Stringable, CollectionElement):
    var first: Int
    let second: Int

    fn __init__(inout self, first: Int, owned second: Int) raises:
        self.first = first
        self.second = second^

    fn __copyinit__(inout self, existing: Self): pass
    fn __moveinit__(inout self, owned existing: Self): pass
    fn __del__(owned self): pass
    fn get(ref [_] self: Self) -> ref [__lifetime_of(self)] Int: return self.first
    fn named() -> Int as result: result = 1
    fn __getitem__(self: Reference[Self, _, _], i: Int) -> Int: return i

    @always_inline("nodebug")
    @staticmethod
    fn of[*Ts: AnyType](*args: *Ts) -> Self: ...


def untyped(x, y=2):
    z = x + y
    return z


fn kernel[dt: DType, n: Int = 4](a: Tensor[dt], inout b: Tensor[dt], *values: Int) -> None:
    constrained[n > 0, "n must be positive"]()
    let limit: Int = 10

    @parameter
    if n > 2:
        pass
    elif n > 1:
        pass
    else:
        pass

    @parameter
    for i in range(n):
        b[i] = a[i]

    @unroll(4)
    for i in range(limit): pass

    @unroll
    while limit: break

    @parameter
    fn inner[width: Int](i: Int) capturing -> None:
        b.store[width=width](i, a.load[width=width](i))

    @__copy_capture(a)
    @parameter
    fn other(): pass

    vectorize[inner, simd_width, unroll_factor=2](limit)
    var p = Pointer.address_of(a)
    var q = UnsafePointer[Scalar[dt]].alloc(n)
    var t: LayoutTensor[dt, Layout.row_major(2, 3), *_, **_] = a
    var x = __mlir_op.`index.add`[_type = __mlir_type.index](a.value, b.value)
    var y = __mlir_attr[`#kgen.param.expr<`, n, `> : index`]
    var z: __mlir_type.`!pop.scalar<f32>` = rebind[__mlir_type.`!pop.scalar<f32>`](x)
    __mlir_region body(i: __mlir_type.index):
        __mlir_op.`hlcf.yield`(i)
    var alias = 1
    alias = alias + let
    print(alias, inout, owned)


extension MyPair(Sized):
    fn __len__(self) -> Int: return 2


fn main() raises:
    try:
        print("hello")
    except e:
        print(e)
