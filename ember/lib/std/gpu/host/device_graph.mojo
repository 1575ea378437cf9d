"""DeviceGraph: work that was put on a stream once and can be done again at little cost."""

from std.gpu._message import failure
from std.gpu.host._cuda import Handle, cuda
from std.gpu.host._driver import use
from std.gpu.host._recording import Recording
from std.gpu.host.device_buffer import DeviceBuffer
from std.gpu.host.device_context import DeviceContext
from std.gpu.host.device_function import DeviceFunction
from std.gpu.host.dim import Dim
from std.gpu.host.info import uses_simulator

comptime _RELAXED_CAPTURE = Int32(2)


@fieldwise_init
struct DeviceGraphNode(ImplicitlyCopyable, TrivialRegisterPassable):
    """A piece of work in a graph.

    Example:

    ```mojo
    from std.gpu.host import DeviceGraphNode

    print(DeviceGraphNode(3).index)  # 3
    ```
    """

    var index: Int
    """Its number, in the order in which the work was added."""


struct DeviceGraphBuilder(Movable):
    """Adds work to a graph. Work is done in the order in which it was added, so after all that it depends on.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.host import DeviceContext, DeviceGraph, DeviceGraphBuilder

    def double(numbers: UnsafePointer[Int32, MutAnyOrigin]):
        numbers[thread_idx.x] *= 2

    var context = DeviceContext()
    var a = context.enqueue_create_buffer[DType.int32](4)
    var b = context.enqueue_create_buffer[DType.int32](4)

    def more(context: DeviceContext) raises {imm}:
        context.enqueue_function[double](b, grid_dim=1, block_dim=4)

    def build(mut builder: DeviceGraphBuilder) raises {imm}:
        var filled = builder.add_memset(a, Int32(3))
        var doubled = builder.add_function[double](a, grid_dim=1, block_dim=4, dependencies=[filled])
        var copied = builder.add_copy(b, a, dependencies=[doubled])
        var joined = builder.add_empty(dependencies=[copied])
        var again = builder.region(more, dependencies=[joined])
        _ = builder.add_function(context.compile_function[double](), b, grid_dim=1, block_dim=4, dependencies=[again])
        print(builder.recording_context().id())

    var graph = DeviceGraph.create(context, build)
    # prints: 0
    graph.replay()
    print(b)  # DeviceBuffer([24, 24, 24, 24])
    _ = a
    ```
    """

    var _context: DeviceContext
    var _count: Int

    def __init__(out self, context: DeviceContext):
        """Nothing yet."""
        self._context = context
        self._count = 0

    def recording_context(self) -> DeviceContext:
        """A context whose work becomes part of the graph."""
        return self._context

    def _added(mut self) -> DeviceGraphNode:
        self._count += 1
        return DeviceGraphNode(self._count - 1)

    @always_inline
    def add_function[
        func_type: AnyType, //, func: func_type, *Ts: AnyType
    ](
        mut self,
        *args: *Ts,
        grid_dim: Dim,
        block_dim: Dim,
        shared_mem_bytes: Optional[Int] = None,
        dependencies: List[DeviceGraphNode] = [],
    ) raises -> DeviceGraphNode:
        """Adds the launch of a kernel."""
        self._context.enqueue_function[func](
            *args, grid_dim=grid_dim, block_dim=block_dim, shared_mem_bytes=shared_mem_bytes
        )
        return self._added()

    @always_inline
    def add_function[
        func_type: AnyType, func: func_type, //, *Ts: AnyType
    ](
        mut self,
        f: DeviceFunction[func],
        *args: *Ts,
        grid_dim: Dim,
        block_dim: Dim,
        shared_mem_bytes: Optional[Int] = None,
        dependencies: List[DeviceGraphNode] = [],
    ) raises -> DeviceGraphNode:
        """Adds the launch of a kernel that is loaded already."""
        self._context.enqueue_function(
            f, *args, grid_dim=grid_dim, block_dim=block_dim, shared_mem_bytes=shared_mem_bytes
        )
        return self._added()

    def add_copy[
        dtype: DType, //
    ](
        mut self, dst: DeviceBuffer[dtype], src: DeviceBuffer[dtype], dependencies: List[DeviceGraphNode] = []
    ) raises -> DeviceGraphNode:
        """Adds a copy."""
        self._context.enqueue_copy(dst, src)
        return self._added()

    def add_memset[
        dtype: DType, //
    ](
        mut self, dst: DeviceBuffer[dtype], val: Scalar[dtype], dependencies: List[DeviceGraphNode] = []
    ) raises -> DeviceGraphNode:
        """Adds a filling."""
        self._context.enqueue_memset(dst, val)
        return self._added()

    def add_empty(mut self, dependencies: List[DeviceGraphNode] = []) -> DeviceGraphNode:
        """Adds nothing, after what it depends on."""
        return self._added()

    def region[
        F: def(DeviceContext) raises -> None, //
    ](mut self, work: F, dependencies: List[DeviceGraphNode] = []) raises -> DeviceGraphNode:
        """Adds what a function puts on the context."""
        work(self._context)
        return self._added()


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

    ```mojo
    from std.gpu.host import DeviceContext, DeviceGraph, DeviceGraphBuilder

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](4)

    def build(mut builder: DeviceGraphBuilder) raises {imm}:
        _ = builder.add_memset(numbers, Int32(7))

    DeviceGraph.create(context, build).replay()
    print(numbers)  # DeviceBuffer([7, 7, 7, 7])
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

    @staticmethod
    def create[F: def(mut DeviceGraphBuilder) raises -> None, //](ctx: DeviceContext, build: F) raises -> Self:
        """The work that `build` adds."""
        var graph = DeviceGraph(ctx)
        graph._begin()
        try:
            var builder = DeviceGraphBuilder(ctx)
            build(builder)
        except e:
            graph._abandon()
            raise e^
        graph._end()
        return graph^

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
