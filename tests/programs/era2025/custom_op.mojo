import compiler
from tensor import InputTensor, FusedOutputTensor, foreach
from runtime.asyncrt import DeviceContextPtr
from gpu.host import DeviceContext
from utils.index import IndexList, Index

alias float32 = DType.float32

@compiler.register("grayscale")
struct Grayscale:
    @staticmethod
    fn execute[target: StaticString](
        img_out: FusedOutputTensor[dtype=float32, rank=2],
        img_in: InputTensor[dtype=float32, rank=3],
        ctx: DeviceContextPtr,
    ) raises:
        @parameter
        fn color_to_grayscale[width: Int](idx: IndexList[img_out.rank]) -> SIMD[float32, width]:
            var row, col = idx[0], idx[1]
            var r = img_in.load[width](Index(0, row, col))
            var g = img_in.load[width](Index(1, row, col))
            var b = img_in.load[width](Index(2, row, col))
            return 0.21 * r + 0.71 * g + 0.07 * b
        foreach[color_to_grayscale, target=target](img_out, ctx)

    @staticmethod
    fn shape(img_in: InputTensor[dtype=float32, rank=3]) -> IndexList[2]:
        return IndexList[2](img_in.dim_size(1), img_in.dim_size(2))

fn main() raises:
    from tensor import StaticTensorSpec
    alias s3 = StaticTensorSpec[float32, 3].create_unknown()
    alias s2 = StaticTensorSpec[float32, 2].create_unknown()
    var a = List[Float32]()
    for i in range(24): a.append(Float32(i))
    var b = List[Float32](length=8, fill=0)
    var x = InputTensor[static_spec=s3](a.unsafe_ptr(), Index(3, 2, 4))
    var y = FusedOutputTensor[static_spec=s2](b.unsafe_ptr(), Grayscale.shape(x))
    Grayscale.execute["cpu"](y, x, DeviceContextPtr())
    print(b[0], b[7])
    Grayscale.execute["gpu"](y, x, DeviceContext())
    print(b[0], b[7])
    _ = a
