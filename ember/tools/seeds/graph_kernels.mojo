"""The kernels that most graphs have, as the graph compiler calls them: softmax, norms, reductions, matrix products."""

from extensibility import FusedInput, FusedOutput, InputTensor, OutputTensor, StaticTensorSpec, _FusedComputeOutput
from linalg._graph_matmul import Matmul, MatmulPacked, PackMatrix
from mo.failures import report
from nn.normalization import _LayerNorm, _RmsNorm
from nn.reduction import _ReduceAdd, _ReduceMax, _ReduceMean
from nn.softmax import _Softmax
from std.gpu.host import DeviceContext
from std.utils.index import IndexList

comptime matrix = StaticTensorSpec[DType.float32, 2].row_major(IndexList[2](-1, -1))
comptime column = StaticTensorSpec[DType.float32, 2].row_major(IndexList[2](-1, 1))
comptime row = StaticTensorSpec[DType.float32, 1].row_major(IndexList[1](-1))
comptime Numbers = UnsafePointer[Scalar[DType.float32], MutAnyOrigin]


def run(result: Numbers, given: Numbers, n: Int, failure: UnsafePointer[UInt8, MutAnyOrigin]) -> Int:
    try:
        var y = OutputTensor[static_spec=matrix](result, IndexList[2](n, n))
        var c = OutputTensor[static_spec=column](result, IndexList[2](n, 1))
        var x = InputTensor[static_spec=matrix](given, IndexList[2](n, n))
        var w = InputTensor[static_spec=row](given, IndexList[1](n))
        _Softmax.execute[target="cpu", axis=1](y._as[_FusedComputeOutput](), x._as[FusedInput](), DeviceContext())
        _RmsNorm.execute[target="cpu", epsilon=1e-06, weight_offset=0.0, multiply_before_cast=False](
            y._as[FusedOutput](), x._as[FusedInput](), w, DeviceContext()
        )
        _LayerNorm.execute[target="cpu", epsilon=1e-05](
            y._as[FusedOutput](), x._as[FusedInput](), w, w, DeviceContext()
        )
        _ReduceAdd.execute[target="cpu", axis=1](c._as[FusedOutput](), x._as[FusedInput](), DeviceContext())
        _ReduceMean.execute[target="cpu", axis=1](c._as[FusedOutput](), x._as[FusedInput](), DeviceContext())
        _ReduceMax.execute[target="cpu", axis=1](c._as[FusedOutput](), x._as[FusedInput](), DeviceContext())
        Matmul[transpose_b=False].execute[target="cpu"](y._as[_FusedComputeOutput](), x, x, DeviceContext())
        PackMatrix[transpose_b=False].execute[target="cpu"](y, x, DeviceContext())
        MatmulPacked.execute[target="cpu"](y._as[_FusedComputeOutput](), x, x, DeviceContext())
        return 0
    except problem:
        return report(problem, failure)


def main():
    var numbers = List[Float32](length=16, fill=1)
    var results = List[Float32](length=16, fill=1)
    var room = List[UInt8](length=1024, fill=0)
    print(run(results.unsafe_ptr(), numbers.unsafe_ptr(), 4, room.unsafe_ptr()), results[0])
