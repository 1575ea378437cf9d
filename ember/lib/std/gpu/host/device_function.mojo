"""DeviceFunction: a kernel that is ready to be launched."""

from std.gpu._message import Message, failure
from std.gpu._simulator.scheduler import Extent, KernelDescription, LaunchSizes
from std.gpu._simulator.state import Parameters
from std.gpu.host._arguments import ARGUMENT_ALIGN, OfDevice, argument_space, check_arguments, store_argument
from std.gpu.host._cuda import Handle, cuda, last_kernel, load_kernel, starts_early
from std.gpu.host._driver import Device, check_homes, launch_on_gpu, launch_simulated, use
from std.gpu.host.compile import _compile_code
from std.gpu.host.device_attribute import (
    Attribute,
    ConstantMemoryMapping,
    FuncAttribute,
    LaunchAttribute,
    LaunchAttributeID,
)
from std.gpu.host.device_context import DeviceContext
from std.gpu.host.dim import Dim
from std.gpu.host.info import GPU_ARCH, SIMULATED, get_gpu_target, uses_simulator
from std.memory import stack_allocation

comptime _SMALL_GRID = 264
"""Blocks of kernels that start early; for large ones it does not pay (bench/gpu/chain.mojo)."""


@fieldwise_init
struct LaunchOptions(Movable):
    """Everything about a launch but the kernel and its arguments.

    Example:

    ```mojo
    from std.gpu.host import Dim
    from std.gpu.host.device_function import LaunchOptions

    var options = LaunchOptions(Dim(2), Dim(32), None, 0, [], [])
    print(options.grid_dim)  # (x=2)
    ```

    ```mojo
    from std.gpu.host import Dim
    from std.gpu.host.device_function import LaunchOptions

    _ = LaunchOptions(Dim(2), Dim(32), None, 0, [], []).sizes()
    ```
    """

    var grid_dim: Dim
    """How many blocks."""
    var block_dim: Dim
    """How many threads a block has."""
    var cluster_dim: Optional[Dim]
    """How many blocks a cluster has, if there are clusters."""
    var shared_mem_bytes: Int
    """Bytes of shared memory besides those of the kernel itself."""
    var attributes: List[LaunchAttribute]
    """Properties of the launch."""
    var constant_memory: List[ConstantMemoryMapping]
    """What to put into constant memory."""

    def sizes(self) -> LaunchSizes:
        """How much is launched."""
        return LaunchSizes(
            Extent(self.grid_dim.x(), self.grid_dim.y(), self.grid_dim.z()),
            Extent(self.block_dim.x(), self.block_dim.y(), self.block_dim.z()),
            self._cluster(),
            self.shared_mem_bytes,
        )

    def _cluster(self) -> Extent:
        # From `cluster_dim` or an attribute; zeroes: the launch does not say.
        if self.cluster_dim:
            var size = self.cluster_dim.value()
            return Extent(size.x(), size.y(), size.z())
        for attribute in self.attributes:
            if attribute.id._value == LaunchAttributeID.CLUSTER_DIMENSION._value:
                return Extent(Int(attribute.value[0]), Int(attribute.value[1]), Int(attribute.value[2]))
        return Extent(0, 0, 0)


struct DeviceFunction[func_type: AnyType, //, func: func_type](ImplicitlyCopyable, Movable):
    """A kernel loaded on a device.

    Example:

    ```mojo
    from std.gpu.host import DeviceContext

    def kernel(numbers: UnsafePointer[Float32, MutAnyOrigin]):
        numbers[0] = 1

    var context = DeviceContext()
    var loaded = context.compile_function[kernel]()
    var numbers = context.enqueue_create_buffer[DType.float32](1)
    context.enqueue_function(loaded, numbers, grid_dim=1, block_dim=1)
    with numbers.map_to_host() as values:
        print(values[0])  # 1.0
    ```

    ```mojo
    from std.gpu.host import Attribute, DeviceContext

    def nothing():
        pass

    var loaded = DeviceContext().compile_function[nothing]()
    print(loaded.get_attribute(Attribute.MAX_THREADS_PER_BLOCK))  # 1024
    print(loaded.occupancy_max_active_blocks_per_multiprocessor(128, 0) > 0)  # True
    ```

    ```mojo
    from std.gpu.host import DeviceContext, Dim
    from std.gpu.host.device_function import LaunchOptions

    def nothing():
        pass

    var context = DeviceContext()
    var loaded = context.compile_function[nothing]()
    loaded.launch(context._device(), LaunchOptions(Dim(1), Dim(1), None, 0, [], []))
    context.synchronize()
    ```
    """

    var _context: DeviceContext
    var _handle: Handle
    """The driver's function, or the kernel's description (simulated device)."""

    @always_inline
    def __init__(out self, context: DeviceContext, func_attribute: Optional[FuncAttribute] = None) raises:
        """Loads the kernel, unless this process has it on the device already."""
        self._context = context
        comptime if uses_simulator():
            comptime target = SIMULATED.target()
            self._handle = Handle(
                mlir_value=__mlir_op.`kgen.link_offload`[
                    target_type=target, func=Self.func, _type = __mlir_type.`!kgen.pointer<none>`
                ]()
            )
        else:
            var info = _compile_code[Self.func, target = get_gpu_target()]()
            comptime name = __function_name[Self.func]()
            self._handle = _loaded(context._device(), info.asm, info.function_name, name)
            if func_attribute:
                _set_attribute(self._handle, func_attribute.value())

    def context(self) -> DeviceContext:
        """The device it is loaded on."""
        return self._context

    def get_attribute(self, attr: Attribute) raises -> Int:
        """A number of the kernel; the simulated device knows its threads and its shared memory."""
        comptime if uses_simulator():
            var kernel = self._handle.bitcast[KernelDescription]()
            if attr.code == Attribute.MAX_THREADS_PER_BLOCK.code:
                return kernel[].max_threads if kernel[].max_threads > 0 else 1024
            return kernel[].array_bytes if attr.code == Attribute.SHARED_SIZE_BYTES.code else 0
        else:
            use(self._context._device())
            var value = Int32(0)
            cuda["cuFuncGetAttribute"](UnsafePointer(to=value), attr.code, self._handle)
            return Int(value)

    def occupancy_max_active_blocks_per_multiprocessor(
        self, block_size: Int, dynamic_shared_mem_size: Int
    ) raises -> Int:
        """How many blocks of this size run on a multiprocessor at once."""
        comptime if uses_simulator():
            return 1
        else:
            use(self._context._device())
            var count = Int32(0)
            cuda["cuOccupancyMaxActiveBlocksPerMultiprocessor"](
                UnsafePointer(to=count), self._handle, Int32(block_size), dynamic_shared_mem_size
            )
            return Int(count)

    @always_inline
    def launch[*Ts: AnyType](self, device: Device, options: LaunchOptions, *args: *Ts) raises:
        """Launches the kernel; wrong arguments are errors of the compiler."""
        check_arguments[Self.func, *Ts]()
        comptime captured = 1 if __closure_size[Self.func]() > 0 else 0
        comptime count = len(Ts) + captured
        comptime Types = __function_arg_types[Self.func]()
        var place = stack_allocation[max(argument_space[*Types](), ARGUMENT_ALIGN), Byte, alignment=ARGUMENT_ALIGN]()
        var addresses = stack_allocation[count + 1, Handle]()
        var sizes = stack_allocation[count + 1, Int]()
        var homes = UInt64(0)
        comptime if captured == 1:
            addresses[0] = Handle(mlir_value=__closure_environment[Self.func]())
            sizes[0] = __closure_size[Self.func]()
        comptime for i in range(len(Ts)):
            comptime Expected = __function_arg_type[Self.func, i]
            addresses[captured + i] = place
            sizes[captured + i] = __size_of[Expected]()
            store_argument[Expected](args[i], place)
            place += argument_space[Expected]()
            comptime if conforms_to(Ts[i], OfDevice):
                homes |= args[i]._home()
        comptime name = __function_name[Self.func]()
        _launch(device, homes, self._context.id(), self._handle, name, addresses, sizes, count, options)


@no_inline
def _launch(
    device: Device,
    homes: UInt64,
    loaded_on: Int,
    handle: Handle,
    name: StaticString,
    arguments: Parameters,
    sizes: UnsafePointer[Int, MutAnyOrigin],
    count: Int,
    options: LaunchOptions,
) raises:
    # The error of a launch begins with the kernel's name.
    try:
        if loaded_on != Int(device.number):
            raise failure("CUDA_ERROR_INVALID_HANDLE: the kernel is loaded on device ", loaded_on)
        check_homes(device, homes)
        comptime if uses_simulator():
            if len(options.constant_memory) > 0:
                raise failure("the simulated device has no constant memory that a launch could fill")
            launch_simulated(
                device, handle.bitcast[KernelDescription](), arguments, sizes, count, options.sizes(), name
            )
        else:
            use(device)
            _launch_on_gpu(device, handle, arguments, options)
            last_kernel()[] = name
    except e:
        raise _named(name, e)


@no_inline
def _named(name: StaticString, error: Error) -> Error:
    var message = Message("kernel '")
    message.put(name)
    message.put("': ")
    error.write_to(message.text)
    return message.error()


def _launch_on_gpu(device: Device, handle: Handle, arguments: Parameters, options: LaunchOptions) raises:
    var attributes = options.attributes.copy()
    if options.cluster_dim:
        var size = options.cluster_dim.value()
        attributes.append(LaunchAttribute.cluster(size.x(), size.y(), size.z()))
    comptime if GPU_ARCH.startswith("sm_9") or GPU_ARCH.startswith("sm_1"):
        if options.sizes().grid.count() <= _SMALL_GRID and starts_early():
            attributes.append(LaunchAttribute(LaunchAttributeID.PROGRAMMATIC_STREAM_SERIALIZATION, 1))
    if options.shared_mem_bytes > 48 * 1024:
        _set_attribute(handle, FuncAttribute.MAX_DYNAMIC_SHARED_SIZE_BYTES(UInt32(options.shared_mem_bytes)))
    for mapping in options.constant_memory:
        _fill_constant(device, handle, mapping)
    launch_on_gpu(device, handle, arguments, options.sizes(), attributes)


def _set_attribute(handle: Handle, attribute: FuncAttribute) raises:
    cuda["cuFuncSetAttribute"](handle, attribute.attribute.code, attribute.value)


def _fill_constant(device: Device, handle: Handle, mapping: ConstantMemoryMapping) raises:
    # Constant memory belongs to the module that the kernel comes from.
    var module = Handle()
    cuda["cuFuncGetModule"](UnsafePointer(to=module), handle)
    var address = UInt64(0)
    var size = 0
    var name = String(mapping.name)
    cuda["cuModuleGetGlobal_v2"](UnsafePointer(to=address), UnsafePointer(to=size), module, name.unsafe_cstr_ptr())
    cuda["cuMemcpyHtoDAsync_v2"](address, mapping.ptr, mapping.byte_count, device.stream)


# -- kernels that are loaded already ----------------------------------------------------------------------------


comptime _Signature = SIMD[DType.uint8, 64]


def _signature_of(code: StaticString) -> _Signature:
    # The compiler ends a kernel's text with the digest of it: other texts may have the same name and length.
    return (code.unsafe_ptr() + code.byte_length() - 64).load[width=64, alignment=1]()


@fieldwise_init
struct _Loaded(Movable):
    """A kernel on a device, found by its name and text: the same kernel may stand in a program, or in several, many times."""

    var symbol: String
    var signature: _Signature
    var device: Int32
    var handle: Handle
    var next: UnsafePointer[_Loaded, MutAnyOrigin]


comptime _BUCKETS = 256


def _bucket(signature: _Signature) -> UnsafePointer[UnsafePointer[_Loaded, MutAnyOrigin], MutAnyOrigin]:
    comptime Table = InlineArray[Int, _BUCKETS]
    var table = UnsafePointer[UnsafePointer[_Loaded, MutAnyOrigin], MutAnyOrigin](
        mlir_value=__global_address["ember_loaded_kernels", Table]()
    )
    return table + (Int(signature[62]) * 16 + Int(signature[63])) % _BUCKETS


@no_inline
def _loaded(device: Device, code: StaticString, symbol: StaticString, name: StaticString) raises -> Handle:
    # The kernel's function; the module is loaded once per process and device.
    var signature = _signature_of(code)
    var bucket = _bucket(signature)
    var entry = bucket[]
    while entry:
        if entry[].device == device.number and entry[].signature == signature and entry[].symbol == symbol:
            return entry[].handle
        entry = entry[].next
    try:
        use(device)
        var handle = load_kernel(code, symbol)
        var added = UnsafePointer[_Loaded, MutAnyOrigin].alloc(1)
        added.init_pointee_move(_Loaded(String(symbol), signature, device.number, handle, bucket[]))
        bucket[] = added
        return handle
    except e:
        raise _named(name, e)
