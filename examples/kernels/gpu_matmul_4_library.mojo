"""Step 4 on a GPU: the library, which copies the next tiles while it multiplies these, and takes any size."""

from extensibility import InputTensor, OutputTensor, StaticTensorSpec
from gpu.host import DeviceContext
from gpu_trials import Floats, try_product_on_device
from linalg.device import matmul_on_device
from std.utils import Index

comptime spec = StaticTensorSpec[DType.float32, 2].create_unknown()


def launch(c: Floats, a: Floats, b: Floats, side: Int, context: DeviceContext) raises:
    var left = InputTensor[static_spec=spec](a.unsafe_ptr(), Index(side, side))
    var right = InputTensor[static_spec=spec](b.unsafe_ptr(), Index(side, side))
    matmul_on_device(
        OutputTensor[static_spec=spec](c.unsafe_ptr(), Index(side, side)),
        left,
        right,
        context,
    )


def main() raises:
    try_product_on_device[launch]()
