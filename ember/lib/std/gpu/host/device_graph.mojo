"""DeviceGraph: work that was put on a stream once and can be done again at little cost."""

from std.gpu._message import failure
from std.gpu.host._cuda import Handle, cuda
from std.gpu.host._driver import use
from std.gpu.host._recording import Recording
from std.gpu.host.device_context import DeviceContext
from std.gpu.host.info import uses_simulator

comptime _RELAXED_CAPTURE = Int32(2)


struct DeviceGraph(Movable):
    """Copies, fillings and launches, with their arguments.

    Example:

    ```mojo
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](4)

    @parameter
    def work(context: DeviceContext) raises:
        context.enqueue_fill(numbers, 7)

    var graph = context.capture_graph[work]()
    graph.launch()
    with numbers.map_to_host() as values:
        print(values[0])  # 7
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](4)

    @parameter
    def work(context: DeviceContext) raises:
        context.enqueue_fill(numbers, 7)

    var graph = context.capture_graph[work]()
    graph.replay()
    with numbers.map_to_host() as values:
        print(values[0])  # 7
    ```
    """

    var _context: DeviceContext
    var _recording: UnsafePointer[Recording, MutAnyOrigin]
    var _executable: Handle

    def __init__(out self, context: DeviceContext):
        """An empty graph."""
        self._context = context
        self._executable = Handle()
        self._recording = UnsafePointer[Recording, MutAnyOrigin].alloc(1)
        self._recording.init_pointee_move(Recording())

    def __deinit__(deinit self):
        """Gives the graph back."""
        self._recording.destroy_pointee()
        self._recording.free()
        comptime if not uses_simulator():
            if self._executable:
                try:
                    cuda["cuGraphExecDestroy"](self._executable)
                except:
                    pass

    def _begin(mut self) raises:
        # Work is written down from now on.
        comptime if uses_simulator():
            if self._context._device().recording:
                raise failure("CUDA_ERROR_ILLEGAL_STATE: a graph is being captured already")
            self._context._state[].device.recording = self._recording
        else:
            use(self._context._device())
            cuda["cuStreamBeginCapture_v2"](self._context._device().stream, _RELAXED_CAPTURE)

    def _abandon(mut self):
        # Work is done again.
        comptime if uses_simulator():
            self._context._state[].device.recording = UnsafePointer[Recording, MutAnyOrigin]()
        else:
            var graph = Handle()
            try:
                cuda["cuStreamEndCapture"](self._context._device().stream, UnsafePointer(to=graph))
            except:
                pass

    def _end(mut self) raises:
        comptime if uses_simulator():
            self._abandon()
        else:
            var graph = Handle()
            cuda["cuStreamEndCapture"](self._context._device().stream, UnsafePointer(to=graph))
            cuda["cuGraphInstantiateWithFlags"](UnsafePointer(to=self._executable), graph, UInt64(0))
            cuda["cuGraphDestroy"](graph)

    def launch(self) raises:
        """Puts the work on the context's stream."""
        comptime if uses_simulator():
            if self._context._device().recording:
                raise failure("CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED: a graph cannot be part of another here")
            self._recording[].replay()
        else:
            use(self._context._device())
            cuda["cuGraphLaunch"](self._executable, self._context._device().stream)

    def replay(self) raises:
        """Puts the work on the context's stream."""
        self.launch()
