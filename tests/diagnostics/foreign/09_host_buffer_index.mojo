from std.gpu.host import DeviceContext


def main() raises:
    var ctx = DeviceContext()
    var buffer = ctx.enqueue_create_buffer[DType.float32](4)
    for i in range(4):
        print(buffer.get(i))
