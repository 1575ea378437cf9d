"""Where a tensor is not zero."""

import extensibility
from extensibility import InputTensor, OutputTensor
from nn._loops import start_of_row
from std.gpu.host import DeviceContext
from std.utils.index import IndexList


@extensibility.register_shape_function("mo.arg_nonzero")
def _nonzero_shape(x: InputTensor) -> IndexList[2]:
    var count = 0
    for i in range(x.size()):
        if Bool(x.load[1](start_of_row[-1](i, x.shape()))):
            count += 1
    return IndexList[2](count, x.rank)


@extensibility.register("mo.arg_nonzero")
struct _ArgNonzero:
    @staticmethod
    def execute[target: StaticString](output: OutputTensor[rank=2, ...], x: InputTensor, ctx: DeviceContext) raises:
        comptime assert target == "cpu", "mo.arg_nonzero has no kernel for the target " + target
        var row = 0
        for i in range(x.size()):
            var place = start_of_row[-1](i, x.shape())
            if Bool(x.load[1](place)):
                comptime for k in range(x.rank):
                    output[row, k] = Scalar[output.dtype](place[k])
                row += 1
