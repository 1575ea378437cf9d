"""DeviceContext: a device, its memory, and the work put on it."""

from std.gpu._message import failure
from std.gpu.host._context_streams import *
from std.gpu.host._cuda import Handle, cuda
from std.gpu.host._driver import (
    Device,
    Way,
    attribute_of,
    check_waiting,
    copy,
    count_devices,
    create_stream,
    driver_version,
    fill,
    memory_of,
    name_of,
    open_device,
    open_host,
    synchronize,
    use,
)
from std.gpu.host._recording import Recording
from std.gpu.host.device_attribute import ConstantMemoryMapping, DeviceAttribute, FuncAttribute, LaunchAttribute
from std.gpu.host.device_buffer import DeviceBuffer, HostBuffer, _pattern
from std.gpu.host.device_function import DeviceFunction, LaunchOptions
from std.gpu.host.device_graph import DeviceGraph
from std.gpu.host.device_stream import DeviceEvent, DeviceStream
from std.gpu.host.dim import Dim
from std.gpu.host.info import DEFAULT_GPU, GPU_ARCH, uses_simulator
from std.memory import ArcPointer


struct _ContextState(Movable):
    """What the copies of a context share."""

    var number: Int
    var device: Device
    var streams: List[Handle]
    """The streams that `select_stream` gave out, by number."""
    var owns_stream: Bool

    def __init__(out self, number: Int, stream: Handle = Handle(), *, is_host: Bool = False) raises:
        self.number = number
        self.device = open_host(number) if is_host else open_device(number, stream)
        self.streams = []
        self.owns_stream = not stream

    def __init__(out self, number: Int, device: Device):
        """The device with another stream, which somebody else ends."""
        self.number = number
        self.device = device
        self.streams = []
        self.owns_stream = False

    def __deinit__(deinit self):
        """Waits for the work on the stream. The driver's context stays, with the kernels in it, until the process ends."""
        comptime if not uses_simulator():
            if self.device.is_host or not self.owns_stream:
                return
            try:
                cuda["cuCtxSetCurrent"](self.device.context)
                synchronize(self.device.stream)
                cuda["cuStreamDestroy_v2"](self.device.stream)
            except:
                pass


struct DeviceContext(ImplicitlyCopyable, Movable):
    """A device and a stream of work on it. Copies are the same context.

    Work is put on the stream and done in order; `synchronize` waits for it. The simulated device does it at once.

    Example:

    ```mojo
    from std.gpu import global_idx
    from std.gpu.host import DeviceContext

    def double(numbers: UnsafePointer[Float32, MutAnyOrigin]):
        numbers[global_idx.x] *= 2

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.float32](64)
    context.enqueue_fill(numbers, 1.5)
    context.enqueue_function[double](numbers, grid_dim=2, block_dim=32)
    with numbers.map_to_host() as values:
        print(values[63])  # 3.0
    ```

    ```mojo
    from std.gpu.host import DeviceAttribute, DeviceContext

    var context = DeviceContext()
    print(context.id(), DeviceContext.number_of_devices() > 0, context.is_compatible())  # 0 True True
    print(context.name() != "", context.api() != "", context.arch_name() != "")  # True True True
    print(context.compute_capability() > 0, context.get_api_version() >= 0)  # True True
    print(context.get_attribute(DeviceAttribute.WARP_SIZE), context.get_memory_info()[1] > 0)  # 32 True
    context.set_as_current()
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    var numbers = context.create_buffer_sync[DType.int32](4)
    context.memset(numbers, 1)
    context.enqueue_memset(numbers, 2)
    var host = context.enqueue_create_host_buffer[DType.int32](4)
    context.enqueue_copy(host, numbers)
    context.synchronize()
    print(host[3])  # 2

    @parameter
    def work(context: DeviceContext) raises:
        context.enqueue_fill(numbers, 7)

    print(context.execution_time[work](2) >= 0)  # True
    var graph = context.capture_graph[work]()
    graph.replay()
    var stream = context.create_stream()
    var event = context.create_event()
    stream.record_event(event)
    context.stream().enqueue_wait_for(event)
    with numbers.map_to_host() as values:
        print(values[0])  # 7
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    def set(numbers: UnsafePointer[Int32, MutAnyOrigin]):
        numbers[0] = 7

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](1)
    var loaded = context.compile_function_checked[set, set]()
    context.enqueue_function_checked(loaded, numbers, grid_dim=1, block_dim=1)
    with numbers.map_to_host() as values:
        print(values[0])  # 7
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](4)

    @parameter
    def work(context: DeviceContext, time: Int) raises:
        context.enqueue_fill(numbers, Int32(time))

    print(context.execution_time_iter[work](3) >= 0)  # True

    def say() raises:
        print("done")

    def count(i: Int) raises:
        print(i)

    context.enqueue_cpu_function(say)
    # prints: done
    context.enqueue_cpu_range(count, 1)
    # prints: 0
    if DeviceContext.number_of_devices() > 1:
        var other = DeviceContext(1)
        if context.can_access(other):
            context.enable_peer_access(other)
    with numbers.map_to_host() as values:
        print(values[0])  # 2
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    def nothing():
        pass

    var context = DeviceContext()
    var loaded = context.compile_function[nothing]()
    context.enqueue_function(loaded, grid_dim=1, block_dim=1)
    context.synchronize()
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    print(context.select_stream(context.num_streams() - 1).id(), context.max_single_alloc_size() > 0)  # 0 True
    print(context.stream_priority_range().greatest <= 0)  # True
    with context.push_context():
        DeviceContext.enable_all_peer_access()
    context.create_external_stream(UnsafePointer[NoneType, MutAnyOrigin]()).synchronize()
    print(DeviceContext(api="cpu").api())  # cpu
    ```
    """

    comptime device_info = DEFAULT_GPU
    """What the device has."""
    comptime default_device_info = DEFAULT_GPU
    """What the device has that programs are compiled for."""

    var _state: ArcPointer[_ContextState]

    def __init__(out self, device_id: Int = 0, *, var api: String = "gpu") raises:
        """Opens a device by number; where there is none, an error says so. Programs compiled for AMD GPUs have none.
        The API `cpu` is the host itself, which has buffers and runs no kernels."""
        if api != "cpu" and not _is_ours(api):
            raise Error("there is no device for the API '", api, "': this program is compiled for ", _API)
        self._state = ArcPointer(_ContextState(device_id, is_host=api == "cpu"))

    def __init__(out self, *, _state: ArcPointer[_ContextState]):
        """A context with a state that exists."""
        self._state = _state

    @staticmethod
    def _on_stream(number: Int, stream: Int) raises -> Self:
        # Work goes to a stream that somebody else has created, and outlives the context.
        return Self(_state=ArcPointer(_ContextState(number, Handle(unsafe_from_address=stream))))

    @always_inline
    def _device(self) -> ref[self._state] Device:
        return self._state[].device

    def __eq__(self, other: Self) -> Bool:
        """Whether both are the same device."""
        return self.id() == other.id() and self._device().is_host == other._device().is_host

    def __ne__(self, other: Self) -> Bool:
        """Whether the devices differ."""
        return not (self == other)

    def __enter__(self) -> Self:
        """The context itself."""
        return self

    def __exit__(self):
        """Nothing: the last copy of the context ends it."""
        pass

    # -- the device ----------------------------------------------------------------------------------------

    def id(self) -> Int:
        """The number of the device."""
        return self._state[].number

    def name(self) raises -> String:
        """What the device is called."""
        return name_of(self._device())

    def api(self) -> String:
        """How the device is reached: `cuda`, `sim` for the simulated one, or `cpu`."""
        return String("cpu") if self._device().is_host else String(_API)

    def arch_name(self) -> String:
        """The architecture kernels are compiled for."""
        return String(StaticString(GPU_ARCH))

    def compute_capability(self) raises -> Int:
        """The major and minor number of the architecture in one: 90."""
        var major = self.get_attribute(DeviceAttribute.COMPUTE_CAPABILITY_MAJOR)
        return 10 * major + self.get_attribute(DeviceAttribute.COMPUTE_CAPABILITY_MINOR)

    def get_attribute(self, attr: DeviceAttribute) raises -> Int:
        """A number of the device."""
        return attribute_of(self._device(), attr)

    def get_api_version(self) raises -> Int:
        """The version of the driver's interface; 12040 is CUDA 12.4."""
        return driver_version()

    def get_memory_info(self) raises -> Tuple[Int, Int]:
        """Free and total bytes of the device's memory."""
        return memory_of(self._device())

    def is_compatible(self) -> Bool:
        """True: a context exists for devices only that kernels run on."""
        return True

    @staticmethod
    def number_of_devices(*, var api: String = "gpu") -> Int:
        """How many devices there are."""
        return 1 if api == "cpu" else count_devices() if _is_ours(api) else 0

    def can_access(self, peer: DeviceContext) raises -> Bool:
        """Whether kernels on this device can use the memory of another."""
        comptime if uses_simulator():
            return True
        else:
            var result = Int32(0)
            cuda["cuDeviceCanAccessPeer"](UnsafePointer(to=result), self._device().number, peer._device().number)
            return result != 0

    def enable_peer_access(self, peer: DeviceContext) raises:
        """Lets kernels on this device use the memory of another."""
        comptime if not uses_simulator():
            use(self._device())
            cuda["cuCtxEnablePeerAccess"](peer._device().context, UInt32(0))
        self._state[].device.peers |= UInt64(1) << UInt64(peer.id())

    def set_as_current(self) raises:
        """Calls of the driver mean this device from now on."""
        use(self._device())

    # -- memory --------------------------------------------------------------------------------------------

    def enqueue_create_buffer[dtype: DType](self, size: Int) raises -> DeviceBuffer[dtype]:
        """Room for `size` numbers on the device."""
        return DeviceBuffer[dtype](self, size)

    def create_buffer_sync[dtype: DType](self, size: Int) raises -> DeviceBuffer[dtype]:
        """Room for `size` numbers on the device, usable from other streams too."""
        var buffer = DeviceBuffer[dtype](self, size)
        self.synchronize()
        return buffer

    def enqueue_create_host_buffer[dtype: DType](self, size: Int) raises -> HostBuffer[dtype]:
        """Room for `size` numbers on the host."""
        return HostBuffer[dtype](self, size)

    def enqueue_fill[dtype: DType, //](self, dst: DeviceBuffer[dtype], val: Scalar[dtype]) raises:
        """Puts a number everywhere."""
        comptime size = dtype.size_of()
        fill[size](self._device(), dst._address, _pattern(val), len(dst))

    def enqueue_fill[dtype: DType, //](self, dst: HostBuffer[dtype], val: Scalar[dtype]) raises:
        """Puts a number everywhere."""
        dst.enqueue_fill(val)

    def enqueue_memset[dtype: DType, //](self, dst: DeviceBuffer[dtype], val: Scalar[dtype]) raises:
        """Puts a number everywhere."""
        self.enqueue_fill(dst, val)

    def enqueue_memset[dtype: DType, //](self, dst: HostBuffer[dtype], val: Scalar[dtype]) raises:
        """Puts a number everywhere."""
        self.enqueue_fill(dst, val)

    def memset[dtype: DType, //](self, dst: DeviceBuffer[dtype], val: Scalar[dtype]) raises:
        """Puts a number everywhere."""
        self.enqueue_fill(dst, val)

    def enqueue_copy[
        dtype: DType, //
    ](self, dst_buf: DeviceBuffer[dtype], src_buf: DeviceBuffer[dtype]) raises:
        """Copies between buffers of the same size."""
        _check_sizes(len(dst_buf), len(src_buf))
        copy[Way.ON_DEVICE](self._device(), dst_buf._address, src_buf._address, len(dst_buf) * dtype.size_of())

    def enqueue_copy[dtype: DType, //](self, dst_buf: DeviceBuffer[dtype], src_buf: HostBuffer[dtype]) raises:
        """Copies to the device."""
        _check_sizes(len(dst_buf), len(src_buf))
        copy[Way.TO_DEVICE](self._device(), dst_buf._address, src_buf._address, len(dst_buf) * dtype.size_of())

    def enqueue_copy[dtype: DType, //](self, dst_buf: HostBuffer[dtype], src_buf: DeviceBuffer[dtype]) raises:
        """Copies from the device."""
        _check_sizes(len(dst_buf), len(src_buf))
        copy[Way.TO_HOST](self._device(), dst_buf._address, src_buf._address, len(dst_buf) * dtype.size_of())

    def enqueue_copy[dtype: DType, //](self, dst_buf: HostBuffer[dtype], src_buf: HostBuffer[dtype]) raises:
        """Copies on the host, in order with the other work."""
        _check_sizes(len(dst_buf), len(src_buf))
        copy[Way.ON_HOST](self._device(), dst_buf._address, src_buf._address, len(dst_buf) * dtype.size_of())

    def enqueue_copy[
        dtype: DType, //
    ](self, dst_buf: DeviceBuffer[dtype], src_ptr: UnsafePointer[Scalar[dtype], _]) raises:
        """Copies as many numbers as the buffer has, from memory of the host."""
        copy[Way.TO_DEVICE](self._device(), dst_buf._address, Int(src_ptr), len(dst_buf) * dtype.size_of())

    def enqueue_copy[
        dtype: DType, //
    ](self, dst_ptr: UnsafePointer[Scalar[dtype], _], src_buf: DeviceBuffer[dtype]) raises:
        """Copies as many numbers as the buffer has, to memory of the host."""
        copy[Way.TO_HOST](self._device(), Int(dst_ptr), src_buf._address, len(src_buf) * dtype.size_of())

    def enqueue_copy[
        dtype: DType, //
    ](self, dst_buf: DeviceBuffer[dtype], src_span: Span[Scalar[dtype], _]) raises:
        """Copies to the device, from a list, an array or another view."""
        _check_sizes(len(dst_buf), len(src_span))
        self.enqueue_copy(dst_buf, src_span.unsafe_ptr())

    def enqueue_copy[
        dtype: DType, //
    ](self, dst_span: Span[mut=True, Scalar[dtype], _], src_buf: DeviceBuffer[dtype]) raises:
        """Copies from the device to a list, an array or another view."""
        _check_sizes(len(dst_span), len(src_buf))
        self.enqueue_copy(dst_span.unsafe_ptr(), src_buf)

    def enqueue_copy[
        dtype: DType, //
    ](self, dst_ptr: UnsafePointer[Scalar[dtype], _], src_ptr: UnsafePointer[Scalar[dtype], _], size: Int) raises:
        """Copies `size` numbers between addresses of the device."""
        copy[Way.ON_DEVICE](self._device(), Int(dst_ptr), Int(src_ptr), size * dtype.size_of())

    # -- kernels -------------------------------------------------------------------------------------------

    @always_inline
    def compile_function[
        func_type: AnyType, //, func: func_type
    ](self, *, func_attribute: Optional[FuncAttribute] = None) raises -> DeviceFunction[func]:
        """A kernel, loaded on the device."""
        return DeviceFunction[func](self, func_attribute)

    @always_inline
    def compile_function[
        func_type: AnyType, signature_type: AnyType, //, func: func_type, signature_func: signature_type
    ](self, *, func_attribute: Optional[FuncAttribute] = None) raises -> DeviceFunction[func]:
        """A kernel, loaded on the device."""
        return DeviceFunction[func](self, func_attribute)

    @always_inline
    def compile_function_checked[
        func_type: AnyType, signature_type: AnyType, //, func: func_type, signature_func: signature_type
    ](self, *, func_attribute: Optional[FuncAttribute] = None) raises -> DeviceFunction[func]:
        """A kernel, loaded on the device."""
        return DeviceFunction[func](self, func_attribute)

    @always_inline
    def enqueue_function[
        func_type: AnyType, //, func: func_type, *Ts: AnyType, dump_asm: Bool = False, dump_llvm: Bool = False
    ](
        self,
        *args: *Ts,
        grid_dim: Dim,
        block_dim: Dim,
        cluster_dim: Optional[Dim] = None,
        shared_mem_bytes: Optional[Int] = None,
        var attributes: List[LaunchAttribute] = [],
        var constant_memory: List[ConstantMemoryMapping] = [],
        func_attribute: Optional[FuncAttribute] = None,
    ) raises:
        """Launches a kernel, which is compiled with the program. Wrong arguments are errors of the compiler."""
        DeviceFunction[func](self, func_attribute).launch(
            self._device(),
            LaunchOptions(
                grid_dim, block_dim, cluster_dim, shared_mem_bytes.or_else(0), attributes^, constant_memory^
            ),
            *args,
        )

    @always_inline
    def enqueue_function_checked[
        func_type: AnyType, signature_type: AnyType, //,
        func: func_type,
        signature_func: signature_type,
        *Ts: AnyType,
    ](
        self,
        *args: *Ts,
        grid_dim: Dim,
        block_dim: Dim,
        cluster_dim: Optional[Dim] = None,
        shared_mem_bytes: Optional[Int] = None,
        var attributes: List[LaunchAttribute] = [],
        var constant_memory: List[ConstantMemoryMapping] = [],
        func_attribute: Optional[FuncAttribute] = None,
    ) raises:
        """Launches a kernel, as `enqueue_function`, which checks as much."""
        DeviceFunction[func](self, func_attribute).launch(
            self._device(),
            LaunchOptions(
                grid_dim, block_dim, cluster_dim, shared_mem_bytes.or_else(0), attributes^, constant_memory^
            ),
            *args,
        )

    @always_inline
    def enqueue_function[
        func_type: AnyType, func: func_type, //, *Ts: AnyType
    ](
        self,
        f: DeviceFunction[func],
        *args: *Ts,
        grid_dim: Dim,
        block_dim: Dim,
        cluster_dim: Optional[Dim] = None,
        shared_mem_bytes: Optional[Int] = None,
        var attributes: List[LaunchAttribute] = [],
        var constant_memory: List[ConstantMemoryMapping] = [],
    ) raises:
        """Launches a kernel that is loaded already."""
        f.launch(
            self._device(),
            LaunchOptions(
                grid_dim, block_dim, cluster_dim, shared_mem_bytes.or_else(0), attributes^, constant_memory^
            ),
            *args,
        )

    @always_inline
    def enqueue_function[
        F: def() -> None, //
    ](
        self,
        func: F,
        grid_dim: Dim,
        block_dim: Dim,
        cluster_dim: Optional[Dim] = None,
        shared_mem_bytes: Optional[Int] = None,
        var attributes: List[LaunchAttribute] = [],
        var constant_memory: List[ConstantMemoryMapping] = [],
        func_attribute: Optional[FuncAttribute] = None,
    ) raises:
        """Launches a closure, which the device gets a copy of, with what it captured."""

        @__parameter
        def kernel() {var func}:
            func()

        DeviceFunction[kernel](self, func_attribute).launch(
            self._device(),
            LaunchOptions(
                grid_dim, block_dim, cluster_dim, shared_mem_bytes.or_else(0), attributes^, constant_memory^
            ),
        )

    def enqueue_cpu_function[F: def() raises -> None, //](self, func: F) raises:
        """Calls a function on the host, after the work before."""
        self.synchronize()
        func()

    def enqueue_cpu_range[F: def(Int) raises -> None, //](self, func: F, count: Int) raises:
        """Calls a function on the host with 0 … count - 1, after the work before."""
        self.synchronize()
        for i in range(count):
            func(i)

    @always_inline
    def enqueue_function_checked[
        func_type: AnyType, func: func_type, //, *Ts: AnyType
    ](
        self,
        f: DeviceFunction[func],
        *args: *Ts,
        grid_dim: Dim,
        block_dim: Dim,
        cluster_dim: Optional[Dim] = None,
        shared_mem_bytes: Optional[Int] = None,
        var attributes: List[LaunchAttribute] = [],
        var constant_memory: List[ConstantMemoryMapping] = [],
    ) raises:
        """Launches a kernel that is loaded already."""
        f.launch(
            self._device(),
            LaunchOptions(
                grid_dim, block_dim, cluster_dim, shared_mem_bytes.or_else(0), attributes^, constant_memory^
            ),
            *args,
        )

    # -- order and time ----------------------------------------------------------------------------------------

    def synchronize(self) raises:
        """Waits until all work is done."""
        check_waiting(self._device())
        use(self._device())
        synchronize(self._device().stream)

    def stream(self) -> DeviceStream:
        """The stream that work is put on."""
        return DeviceStream(self, self._device().stream)

    def create_stream(self, *, priority: Int = 0) raises -> DeviceStream:
        """Another stream, whose work is done independently."""
        use(self._device())
        return DeviceStream(self, create_stream(Int32(priority)))

    def create_event[
        *, blocking_sync: Bool = False, disable_timing: Bool = True, interprocess: Bool = False
    ](self) raises -> DeviceEvent:
        """A moment to be recorded."""
        return DeviceEvent(self)

    def enqueue_wait_for(self, other: DeviceContext) raises:
        """What is put here from now on is done after all work of another context."""
        var event = other.create_event()
        other.stream().record_event(event)
        self.stream().enqueue_wait_for(event)

    def execution_time[
        func: def(DeviceContext) raises capturing -> None
    ](self, num_iters: Int) raises -> Int:
        """Nanoseconds that the work which `func` puts on the stream takes, `num_iters` times."""
        var start = self.create_event()
        var end = self.create_event()
        self.stream().record_event(start)
        for _ in range(num_iters):
            func(self)
        self.stream().record_event(end)
        end.synchronize()
        return Int(end.elapsed_ns(start))

    def execution_time[F: def(DeviceContext) raises -> None, //](self, func: F, num_iters: Int) raises -> Int:
        """Nanoseconds that the work which `func` puts on the stream takes, `num_iters` times."""
        var start = self.create_event()
        var end = self.create_event()
        self.stream().record_event(start)
        for _ in range(num_iters):
            func(self)
        self.stream().record_event(end)
        end.synchronize()
        return Int(end.elapsed_ns(start))

    def execution_time_iter[F: def(DeviceContext, Int) raises -> None, //](self, func: F, num_iters: Int) raises -> Int:
        """As `execution_time`; `func` is told which time it is."""
        var start = self.create_event()
        var end = self.create_event()
        self.stream().record_event(start)
        for i in range(num_iters):
            func(self, i)
        self.stream().record_event(end)
        end.synchronize()
        return Int(end.elapsed_ns(start))

    def execution_time_iter[
        func: def(DeviceContext, Int) raises capturing -> None
    ](self, num_iters: Int) raises -> Int:
        """As `execution_time`; `func` is told which time it is."""
        var start = self.create_event()
        var end = self.create_event()
        self.stream().record_event(start)
        for i in range(num_iters):
            func(self, i)
        self.stream().record_event(end)
        end.synchronize()
        return Int(end.elapsed_ns(start))

    def capture_graph[func: def(DeviceContext) raises capturing -> None](self) raises -> DeviceGraph:
        """What `func` puts on the stream, not done but kept as a graph that can be launched often."""
        var graph = DeviceGraph(self)
        graph._begin()
        try:
            func(self)
        except e:
            graph._abandon()
            raise e
        graph._end()
        return graph^


comptime _API: StaticString = "sim" if uses_simulator() else "cuda"


def _is_ours(api: String) -> Bool:
    # The simulated device plays the part of a GPU that is reached through CUDA.
    return api == "gpu" or api == "cuda" or api == _API


def _check_sizes(a: Int, b: Int) raises:
    if a != b:
        raise failure("a buffer of ", b, " numbers cannot be copied to one of ", a)
