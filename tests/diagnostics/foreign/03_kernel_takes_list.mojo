from std.gpu import thread_idx
from std.gpu.host import DeviceContext


def total(numbers: List[Float32]):
    print(numbers[Int(thread_idx.x)])


def main() raises:
    var ctx = DeviceContext()
    var numbers: List[Float32] = [1.0, 2.0]
    ctx.enqueue_function[total](numbers, grid_dim=1, block_dim=2)
    ctx.synchronize()
