"""Step 6: the library, where tiles are chosen for the processor, both matrices are packed, edges may be of any size, and ends fuse."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from linalg import matmul
from std.utils import Index
from trials import Numbers, try_product

comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()


def multiply(c: Numbers, a: Numbers, b: Numbers, side: Int):
    var left = InputTensor[static_spec=spec](a, Index(side, side))
    var right = InputTensor[static_spec=spec](b, Index(side, side))
    try:
        matmul(OutputTensor[static_spec=spec](c, Index(side, side)), left, right)
    except error:
        print(error)


def main() raises:
    try_product[multiply]()
