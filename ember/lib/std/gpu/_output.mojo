"""Text written by kernels: the driver keeps it in a buffer and prints it when the host waits for the device."""

from std.ffi import external_call

comptime _CAPACITY = 512


def write_from_kernel(data: __mlir_type.`!kgen.pointer<none>`, size: Int):
    """Hands bytes to `vprintf`, the function every NVIDIA driver gives kernels, in pieces that end with a zero."""
    var piece = InlineArray[UInt8, _CAPACITY + 1](uninitialized=True)
    var text = UnsafePointer[UInt8, MutAnyOrigin](mlir_value=data)
    var done = 0
    while done < size:
        var count = min(size - done, _CAPACITY)
        for i in range(count):
            piece.unsafe_ptr()[i] = text[done + i]
        piece.unsafe_ptr()[count] = 0
        # The second argument is the address of what a C function would find after the format.
        var arguments = piece.unsafe_ptr()
        _ = external_call["vprintf", Int32]("%s".unsafe_ptr(), UnsafePointer(to=arguments))
        done += count
