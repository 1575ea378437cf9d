"""Streams of work and moments in them."""

from std.gpu.host._cuda import Handle
from std.gpu.host._driver import (
    Device,
    Moment,
    check_waiting,
    create_moment,
    create_stream,
    nanoseconds_between,
    record,
    synchronize,
    use,
    wait_on,
    wait_until,
)
from std.gpu.host.device_attribute import ConstantMemoryMapping, LaunchAttribute
from std.gpu.host.device_context import DeviceContext
from std.gpu.host.device_function import DeviceFunction, LaunchOptions
from std.gpu.host.dim import Dim
from std.memory import ArcPointer


struct DeviceEvent(ImplicitlyCopyable, Movable):
    """A moment in a stream's work. Copies are the same moment.

    Example:

    ```mojo
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    var start = context.create_event()
    context.stream().record_event(start)
    start.synchronize()
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    var start = context.create_event()
    var end = context.create_event()
    context.stream().record_event(start)
    context.stream().record_event(end)
    end.synchronize()
    print(end.elapsed_ns(start) >= 0, end.elapsed_ms(start) >= 0)  # True True
    ```
    """

    var _context: DeviceContext
    var _moment: ArcPointer[Moment]

    def __init__(out self, context: DeviceContext) raises:
        """A moment that has not been recorded."""
        self._context = context
        self._moment = ArcPointer(create_moment(context._device()))

    def synchronize(self) raises:
        """Waits for the moment."""
        check_waiting(self._context._device())
        wait_until(self._moment[])

    def elapsed_ns(self, since: DeviceEvent) raises -> Float64:
        """Nanoseconds since another moment; both must be over."""
        return nanoseconds_between(since._moment[], self._moment[])

    def elapsed_ms(self, since: DeviceEvent) raises -> Float64:
        """Milliseconds since another moment; both must be over."""
        return self.elapsed_ns(since) / 1000000.0


struct DeviceStream(ImplicitlyCopyable, Movable):
    """Work of a device that is done in order.

    Example:

    ```mojo
    from std.gpu.host import DeviceContext

    var stream = DeviceContext().create_stream()
    stream.synchronize()
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    def set(numbers: UnsafePointer[Int32, MutAnyOrigin]):
        numbers[0] = 7

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](1)
    var stream = context.create_stream()
    var event = context.create_event()
    stream.enqueue_function[set](numbers, grid_dim=1, block_dim=1)
    stream.record_event(event)
    context.stream().enqueue_wait_for(event)
    with numbers.map_to_host() as values:
        print(values[0])  # 7
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    def add(count: UnsafePointer[NoneType, MutAnyOrigin]):
        count.bitcast[Int]()[] += 1

    var count = 0
    DeviceContext().stream().enqueue_host_func(add, UnsafePointer(to=count).bitcast[NoneType]())
    print(count)  # 1
    ```
    """

    var _context: DeviceContext
    var _handle: Handle

    def __init__(out self, context: DeviceContext, handle: Handle):
        """A stream of the driver."""
        self._context = context
        self._handle = handle

    def synchronize(self) raises:
        """Waits until all work is done."""
        check_waiting(self._context._device())
        use(self._context._device())
        synchronize(self._handle)

    def enqueue_host_func[
        origin: MutOrigin, //
    ](
        self,
        func: def(UnsafePointer[NoneType, MutAnyOrigin]) thin -> None,
        user_data: UnsafePointer[NoneType, origin],
    ) raises:
        """Calls a function on the host with an address, after the work put here until now."""
        self.synchronize()
        func(user_data.as_unsafe_any_origin())

    def record_event(self, event: DeviceEvent) raises:
        """The event is when the work put here until now is done."""
        record(event._moment[], self._handle)

    def enqueue_wait_for(self, event: DeviceEvent) raises:
        """What is put here from now on is done after the event."""
        wait_on(self._handle, event._moment[])

    def _device(self) -> Device:
        # The device, with this stream.
        var device = self._context._device()
        device.stream = self._handle
        return device

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
        """Launches a kernel on this stream."""
        f.launch(
            self._device(),
            LaunchOptions(
                grid_dim, block_dim, cluster_dim, shared_mem_bytes.or_else(0), attributes^, constant_memory^
            ),
            *args,
        )

    @always_inline
    def enqueue_function[
        func_type: AnyType, //, func: func_type, *Ts: AnyType
    ](
        self,
        *args: *Ts,
        grid_dim: Dim,
        block_dim: Dim,
        cluster_dim: Optional[Dim] = None,
        shared_mem_bytes: Optional[Int] = None,
        var attributes: List[LaunchAttribute] = [],
        var constant_memory: List[ConstantMemoryMapping] = [],
    ) raises:
        """Compiles a kernel with the program and launches it on this stream."""
        DeviceFunction[func](self._context).launch(
            self._device(),
            LaunchOptions(
                grid_dim, block_dim, cluster_dim, shared_mem_bytes.or_else(0), attributes^, constant_memory^
            ),
            *args,
        )
