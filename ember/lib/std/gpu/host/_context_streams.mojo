"""Streams of a context, and calls that name it for a while."""

from std.gpu.host._cuda import Handle, cuda
from std.gpu.host._driver import create_stream, memory_of, use
from std.gpu.host.device_context import DeviceContext, _ContextState
from std.gpu.host.device_stream import DeviceStream
from std.gpu.host.info import uses_simulator
from std.memory import ArcPointer

comptime _STREAMS = 4


@fieldwise_init
struct StreamPriorityRange(TrivialRegisterPassable, Writable):
    """The priorities that streams can have; smaller numbers come first.

    Example:

    ```mojo
    from std.gpu.host import DeviceContext

    var range = DeviceContext().stream_priority_range()
    print(range.greatest <= range.least)  # True
    ```
    """

    var least: Int
    """Of work that can wait."""
    var greatest: Int
    """Of work that comes first."""

    def write_to(self, mut writer: Some[Writer]):
        """Writes `StreamPriorityRange(least=0, greatest=-5)`."""
        writer.write("StreamPriorityRange(least=", self.least, ", greatest=", self.greatest, ")")


@fieldwise_init
struct _ContextScope(Movable):
    """In a `with` statement: calls of the driver mean a context."""

    var context: DeviceContext

    def __enter__(self) raises -> DeviceContext:
        """The context."""
        self.context.set_as_current()
        return self.context

    def __exit__(self):
        """Nothing: every call names its device."""
        pass


__extension DeviceContext:
    def num_streams(self) -> Int:
        """How many streams `select_stream` can give."""
        return _STREAMS

    def select_stream(self, stream_id: Int) raises -> DeviceContext:
        """The same device with another of its streams; number 0 is that of the context."""
        if stream_id < 0 or stream_id >= _STREAMS:
            raise Error("there is no stream ", stream_id, "; they are 0 to ", _STREAMS - 1)
        if stream_id == 0:
            return self
        use(self._device())
        while len(self._state[].streams) < stream_id:
            var stream = Handle() if self._device().is_host else create_stream(0)
            self._state[].streams.append(stream)
        var device = self._device()
        device.stream = self._state[].streams[stream_id - 1]
        return DeviceContext(_state=ArcPointer(_ContextState(self.id(), device)))

    def stream_priority_range(self) raises -> StreamPriorityRange:
        """The priorities that `create_stream` takes."""
        comptime if uses_simulator():
            return StreamPriorityRange(0, 0)
        else:
            if self._device().is_host:
                return StreamPriorityRange(0, 0)
            use(self._device())
            var least = Int32(0)
            var greatest = Int32(0)
            cuda["cuCtxGetStreamPriorityRange"](UnsafePointer(to=least), UnsafePointer(to=greatest))
            return StreamPriorityRange(Int(least), Int(greatest))

    def create_external_stream[
        origin: MutOrigin, //
    ](self, external_stream: UnsafePointer[NoneType, origin]) -> DeviceStream:
        """A stream of the driver that somebody else made, and ends."""
        return DeviceStream(self, Handle(external_stream.bitcast[Byte]()))

    def push_context(self) -> _ContextScope:
        """In a `with` statement: calls of the driver mean this device."""
        return _ContextScope(self)

    def max_single_alloc_size(self) raises -> UInt:
        """The bytes that the largest buffer can have."""
        return UInt(memory_of(self._device())[1])

    @staticmethod
    def enable_all_peer_access() raises:
        """Lets kernels on every device use the memory of all others that they can reach."""
        var count = DeviceContext.number_of_devices()
        for i in range(count):
            var context = DeviceContext(i)
            for j in range(count):
                if i != j:
                    var peer = DeviceContext(j)
                    if context.can_access(peer):
                        context.enable_peer_access(peer)
