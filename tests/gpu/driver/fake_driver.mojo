# A stand-in for libcuda.so.1: memory is the host's, launches are told instead of done. It checks what the library passes.
from std.ffi import external_call

comptime Bytes = UnsafePointer[Byte, MutAnyOrigin]
comptime Ints = UnsafePointer[Int, MutAnyOrigin]
comptime Words = UnsafePointer[UInt32, MutAnyOrigin]


def text(address: Bytes) -> String:
    return String(unsafe_from_utf8_ptr=address)


@export("cuInit")
def cu_init(flags: UInt32) abi("C") -> Int32:
    return 0


@export("cuDeviceGetCount")
def cu_device_get_count(count: Words) abi("C") -> Int32:
    count[] = 1
    return 0


@export("cuDeviceGet")
def cu_device_get(device: Words, ordinal: Int32) abi("C") -> Int32:
    device[] = 0
    return 0 if ordinal == 0 else 101


@export("cuDeviceGetAttribute")
def cu_device_get_attribute(value: Words, attribute: Int32, device: Int32) abi("C") -> Int32:
    value[] = 9 if attribute == 75 else 0
    return 0


@export("cuDevicePrimaryCtxRetain")
def cu_device_primary_ctx_retain(context: Ints, device: Int32) abi("C") -> Int32:
    context[] = 77
    return 0


@export("cuCtxSetCurrent")
def cu_ctx_set_current(context: Int) abi("C") -> Int32:
    return 0 if context == 77 else 201


@export("cuStreamCreateWithPriority")
def cu_stream_create(stream: Ints, flags: UInt32, priority: Int32) abi("C") -> Int32:
    stream[] = 1000 - Int(priority)
    gone()[] &= ~(1 << -Int(priority))
    return 0 if flags == 1 else 1


@export("cuStreamDestroy_v2")
def cu_stream_destroy(stream: Int) abi("C") -> Int32:
    gone()[] |= 1 << (stream - 1000)
    return 0


def gone() -> Ints:
    # The streams that were destroyed, as bits.
    return Ints(mlir_value=__global_address["fake_driver_gone", Int]())


def fault() -> UnsafePointer[Int32, MutAnyOrigin]:
    # What the kernels that run have done wrong.
    return UnsafePointer[Int32, MutAnyOrigin](mlir_value=__global_address["fake_driver_fault", Int32]())


@export("cuStreamSynchronize")
def cu_stream_synchronize(stream: Int) abi("C") -> Int32:
    var status = fault()[]
    fault()[] = 0
    return status


@export("cuEventCreate")
def cu_event_create(event: Ints, flags: UInt32) abi("C") -> Int32:
    event[] = 55
    return 0


@export("cuEventRecord")
def cu_event_record(event: Int, stream: Int) abi("C") -> Int32:
    return 0 if event == 55 and stream == 1000 else 400


@export("cuEventSynchronize")
def cu_event_synchronize(event: Int) abi("C") -> Int32:
    return 0


@export("cuEventElapsedTime")
def cu_event_elapsed_time(milliseconds: UnsafePointer[Float32, MutAnyOrigin], start: Int, end: Int) abi("C") -> Int32:
    milliseconds[] = 1.5
    return 0


@export("cuMemAllocAsync")
def cu_mem_alloc(address: Ints, size: Int, stream: Int) abi("C") -> Int32:
    if size > 1 << 40:
        return 2
    address[] = external_call["aligned_alloc", Int](Int(256), (size + 255) & -256)
    return 0


@export("cuMemFreeAsync")
def cu_mem_free(address: Int, stream: Int) abi("C") -> Int32:
    if gone()[] >> (stream - 1000) & 1:
        print("memory is freed on stream", stream, "which is gone")
    external_call["free", NoneType](address)
    return 0


@export("cuMemAllocHost_v2")
def cu_mem_alloc_host(address: Ints, size: Int) abi("C") -> Int32:
    address[] = external_call["malloc", Int](size)
    return 0


@export("cuMemFreeHost")
def cu_mem_free_host(address: Int) abi("C") -> Int32:
    external_call["free", NoneType](address)
    return 0


def copy(target: Int, source: Int, size: Int) -> Int32:
    _ = external_call["memcpy", Int](target, source, size)
    return 0


@export("cuMemcpyHtoDAsync_v2")
def cu_memcpy_to_device(target: Int, source: Int, size: Int, stream: Int) abi("C") -> Int32:
    return copy(target, source, size)


@export("cuMemcpyDtoHAsync_v2")
def cu_memcpy_to_host(target: Int, source: Int, size: Int, stream: Int) abi("C") -> Int32:
    return copy(target, source, size)


@export("cuMemsetD8Async")
def cu_memset_8(target: Bytes, value: UInt8, count: Int, stream: Int) abi("C") -> Int32:
    for i in range(count):
        target[i] = value
    return 0


@export("cuMemsetD32Async")
def cu_memset_32(target: Words, value: UInt32, count: Int, stream: Int) abi("C") -> Int32:
    for i in range(count):
        target[i] = value
    return 0


@export("cuMemsetD2D32Async")
def cu_memset_2d(target: Words, pitch: Int, value: UInt32, width: Int, height: Int, stream: Int) abi("C") -> Int32:
    for y in range(height):
        for x in range(width):
            target[y * pitch // 4 + x] = value
    return 0


@export("cuModuleLoadDataEx")
def cu_module_load(module: Ints, code: Bytes, count: UInt32, options: Words, values: Ints) abi("C") -> Int32:
    module[] = Int(code)
    print("module for", "sm_90a" if text(code).find(".target sm_90a") > 0 else "?", count, options[0], options[1])
    return 0


@export("cuModuleGetFunction")
def cu_module_get_function(function: Ints, module: Int, name: Bytes) abi("C") -> Int32:
    print("function", text(name))
    function[] = 99
    return 0


@export("cuFuncSetAttribute")
def cu_func_set_attribute(function: Int, attribute: Int32, value: Int32) abi("C") -> Int32:
    print("attribute", attribute, "is", value)
    return 0


@export("cuLaunchKernelEx")
def cu_launch_kernel(config: Words, function: Int, arguments: UnsafePointer[Ints, MutAnyOrigin], extra: Int) abi("C") -> Int32:
    # seven sizes, the stream, the attributes (72 bytes each), how many there are
    print("grid", config[0], config[1], config[2], "block", config[3], config[4], config[5], "shared", config[6])
    var rest = config.bitcast[Int]()
    var count = config[12]
    print("stream", rest[4], "attributes", count, "function", function, "second argument", arguments[1][])
    if count > 0:
        var attribute = Words(unsafe_from_address=rest[5])
        print("first attribute", attribute[0], "is", attribute[2], attribute[3], attribute[4])
    fault()[] = 700 if config[0] == 666 else 0
    return 1 if config[3] * config[4] * config[5] > 1024 else 0


@export("cuGetErrorName")
def cu_get_error_name(status: Int32, name: UnsafePointer[Bytes, MutAnyOrigin]) abi("C") -> Int32:
    name[] = Bytes(StaticString("CUDA_ERROR_NUMBER\0").unsafe_ptr())
    return 0


@export("cuGetErrorString")
def cu_get_error_string(status: Int32, name: UnsafePointer[Bytes, MutAnyOrigin]) abi("C") -> Int32:
    name[] = Bytes(StaticString("its reason\0").unsafe_ptr())
    return 0


@export("cuStreamBeginCapture_v2")
def cu_stream_begin_capture(stream: Int, mode: Int32) abi("C") -> Int32:
    print("capture begins")
    return 0


@export("cuStreamEndCapture")
def cu_stream_end_capture(stream: Int, graph: Ints) abi("C") -> Int32:
    graph[] = 33
    return 0


@export("cuGraphInstantiateWithFlags")
def cu_graph_instantiate(executable: Ints, graph: Int, flags: UInt64) abi("C") -> Int32:
    executable[] = 44
    return 0 if graph == 33 else 1


@export("cuGraphDestroy")
def cu_graph_destroy(graph: Int) abi("C") -> Int32:
    return 0


@export("cuGraphLaunch")
def cu_graph_launch(executable: Int, stream: Int) abi("C") -> Int32:
    print("graph", executable, "on stream", stream)
    return 0


@export("cuGraphExecDestroy")
def cu_graph_exec_destroy(executable: Int) abi("C") -> Int32:
    return 0


@export("cuTensorMapEncodeTiled")
def cu_tensor_map_encode(
    result: Int,
    dtype: Int32,
    rank: UInt32,
    address: Int,
    sizes: Ints,
    strides: Ints,
    tile: Words,
    steps: Words,
    interleave: Int32,
    swizzle: Int32,
    promotion: Int32,
    fill: Int32,
) abi("C") -> Int32:
    print("tensor of type", dtype, "rank", rank, "sizes", sizes[0], sizes[1], "stride", strides[0], end=" ")
    print("tile", tile[0], tile[1], "steps", steps[0], "swizzle", swizzle, "at", result % 64)
    return 0
