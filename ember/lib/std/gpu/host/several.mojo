"""Several devices at once: their contexts, and buffers that all of them have."""

from std.gpu.host.device_buffer import DeviceBuffer
from std.gpu.host.device_context import DeviceContext


struct DeviceContextArray[length: Int](ImplicitlyCopyable, Movable, Sized):
    """The contexts of several devices; how many is known at compile time.

    Example:

    ```mojo
    from std.gpu.host import DeviceContext, DeviceContextArray

    var contexts: DeviceContextArray[2] = [DeviceContext(), DeviceContext()]
    print(len(contexts), contexts[1].id())  # 2 0
    ```
    """

    var _contexts: List[DeviceContext]

    def __init__(out self) raises:
        """The devices 0 … length - 1."""
        self._contexts = []
        for i in range(Self.length):
            self._contexts.append(DeviceContext(i))

    def __init__(out self, var device_contexts: Array[DeviceContext, Self.length]):
        """These contexts."""
        self._contexts = []
        for context in device_contexts:
            self._contexts.append(context)

    def __init__(out self, var *device_contexts: DeviceContext, __list_literal__: NoneType = None):
        """These contexts."""
        self._contexts = []
        for context in device_contexts:
            self._contexts.append(context)

    def __init__(out self, *, copy: Self):
        """The same contexts."""
        self._contexts = copy._contexts.copy()

    def __getitem__[I: Indexer, //](self, idx: I) -> DeviceContext:
        """The context of a device."""
        return self._contexts[idx]

    def __len__(self) -> Int:
        """How many there are."""
        return Self.length


struct DeviceMulticastBuffer[dtype: DType](Movable):
    """A buffer on each of several devices. Where the devices cannot write to all at once, each has its own.

    Example:

    ```mojo
    from std.gpu.host import DeviceContext, DeviceMulticastBuffer

    var context = DeviceContext()
    var everywhere = DeviceMulticastBuffer[DType.float32]([context], 4)
    print(len(everywhere.unicast_buffer_for(context)), len(everywhere.multicast_buffer_for(context)))  # 4 4
    ```
    """

    var _buffers: List[DeviceBuffer[Self.dtype]]

    def __init__(out self, var contexts: List[DeviceContext], size: Int) raises:
        """Room for `size` numbers on each device."""
        self._buffers = []
        for context in contexts:
            self._buffers.append(context.enqueue_create_buffer[Self.dtype](size))

    def unicast_buffer_for(self, ctx: DeviceContext) raises -> DeviceBuffer[Self.dtype]:
        """The buffer of one device."""
        for buffer in self._buffers:
            if buffer.context() == ctx:
                return buffer
        raise Error("device ", ctx.id(), " is none of those that have this buffer")

    def multicast_buffer_for(self, ctx: DeviceContext) raises -> DeviceBuffer[Self.dtype]:
        """The buffer that reaches all devices; with one device that is its own."""
        if len(self._buffers) > 1:
            raise Error("these devices cannot write to the memory of all of them at once")
        return self.unicast_buffer_for(ctx)
