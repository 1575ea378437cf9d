from std.builtin.device_passable import DeviceTypeEncoder
from std.gpu import thread_idx
from std.memory import MutOpaquePointer
from max.gpu.host import DeviceContext

@fieldwise_init
struct Pair(DevicePassable, TrivialRegisterPassable):
    comptime device_type = Self
    var a: Int32
    var p: UnsafePointer[Int32, MutAnyOrigin]

    def _to_device_type(self, mut encoder: Some[DeviceTypeEncoder], target: MutOpaquePointer[_]):
        encoder.encode(self, target)

    @staticmethod
    def get_type_name() -> String:
        return "Pair"

def k(p: Pair, n: Int32):
    p.p[thread_idx.x] = p.a * n

def main() raises:
    var ctx = DeviceContext()
    var b = ctx.enqueue_create_buffer[DType.int32](4)
    ctx.enqueue_function[k](Pair(5, b.unsafe_ptr()), Int32(3), grid_dim=1, block_dim=4)
    print(b)
