"""A kernel as the graph compiler writes them: its loop, its tensors, what it tells when it fails."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from mo.failures import report
from mo.loops import for_all
from mo.views import _StaticBroadcastTo
from std.gpu.host import DeviceContext
from std.sys.info import simd_width_of
from std.utils.index import IndexList

comptime matrix = StaticTensorSpec[DType.float32, 2].row_major(IndexList[2](-1, -1))
comptime number = StaticTensorSpec[DType.float32, 0].row_major(IndexList[0]())


def run(
    result: UnsafePointer[Scalar[DType.float32], MutAnyOrigin],
    given: UnsafePointer[Scalar[DType.float32], MutAnyOrigin],
    rows: Int,
    columns: Int,
    failure: UnsafePointer[UInt8, MutAnyOrigin],
) -> Int:
    try:
        _ = DeviceContext()
        var y = OutputTensor[static_spec=matrix](result, IndexList[2](rows, columns))
        var x = InputTensor[static_spec=matrix](given, IndexList[2](rows, columns))
        var one = InputTensor[static_spec=number](given, IndexList[0]())
        var all = _StaticBroadcastTo.update_input_view(one, IndexList[2](rows, columns))

        @__parameter
        @always_inline
        def element[width: Int](index: IndexList[2]):
            y.store[width](index, x.load[width](index) + all.load[width](index))

        for_all[element, simd_width_of[DType.float32]()](IndexList[2](rows, columns))
        return 0
    except problem:
        return report(problem, failure)


def main():
    var numbers = List[Float32](length=16, fill=1)
    var room = List[UInt8](length=1024, fill=0)
    print(run(numbers.unsafe_ptr(), numbers.unsafe_ptr(), 4, 4, room.unsafe_ptr()), numbers[0])
