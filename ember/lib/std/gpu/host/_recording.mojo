"""Work of the simulated device, written down to be done later, perhaps often: what a graph is on a GPU."""

from std.gpu._simulator.check import is_checking
from std.gpu._simulator.guards import check_guards
from std.gpu._simulator.scheduler import Extent, Kernel, LaunchSizes, launch
from std.gpu._simulator.state import Bytes, Parameters


struct _Kind:
    comptime COPY = 0
    comptime FILL = 1
    comptime LAUNCH = 2


struct _Step(ImplicitlyCopyable, Movable):
    """One copy, filling or launch."""

    var kind: Int
    var target: Int
    var source: Int
    var size: Int
    var pattern: UInt64
    var kernel: Kernel
    var arguments: Parameters
    """The addresses of the arguments, and behind them the arguments."""
    var sizes: LaunchSizes
    var name: StaticString
    """What the kernel is called."""

    def __init__(out self, kind: Int, target: Int, source: Int, size: Int, pattern: UInt64 = 0):
        self.kind = kind
        self.target = target
        self.source = source
        self.size = size
        self.pattern = pattern
        self.kernel = Kernel()
        self.arguments = Parameters()
        self.sizes = LaunchSizes(Extent(1, 1, 1), Extent(1, 1, 1), Extent(0, 0, 0), 0)
        self.name = StaticString()


struct Recording(Movable):
    """Work in order."""

    var steps: List[_Step]
    var kept: List[Tuple[Int, Int]]
    """Memory given back while work was written down: the work may need it."""

    def __init__(out self):
        """Nothing yet."""
        self.steps = List[_Step]()
        self.kept = List[Tuple[Int, Int]]()

    def __deinit__(deinit self):
        """Gives the arguments of launches back."""
        for step in self.steps:
            if step.kind == _Kind.LAUNCH:
                step.arguments.free()
        self._give_back()

    def _give_back(self):
        from std.gpu.host._driver import Device, free
        from std.gpu.host._cuda import Handle

        var anywhere = Device(0, Handle(), Handle(), UnsafePointer[Recording, MutAnyOrigin](), 0, False)
        for memory in self.kept:
            free(anywhere, memory[0], memory[1])

    def keep(mut self, address: Int, size: Int):
        """Memory of the device that is given back with the recording."""
        self.kept.append((address, size))

    def replay(self) raises:
        """Does the work."""
        from std.gpu.host._driver import copy_bytes, fill_elements

        for step in self.steps:
            if step.kind == _Kind.COPY:
                copy_bytes(step.target, step.source, step.size)
            elif step.kind == _Kind.FILL:
                fill_elements(step.target, step.pattern, step.source, step.size)
            else:
                self._launch(step)

    def _launch(self, step: _Step) raises:
        from std.gpu.host.device_function import _named

        try:
            launch(step.kernel, step.arguments, step.sizes)
            comptime if not is_checking():
                check_guards(step.name)
        except e:
            raise _named(step.name, e)


def record_copy(recording: UnsafePointer[Recording, MutAnyOrigin], target: Int, source: Int, size: Int):
    """Writes a copy down."""
    recording[].steps.append(_Step(_Kind.COPY, target, source, size))


def record_fill(
    recording: UnsafePointer[Recording, MutAnyOrigin], target: Int, pattern: UInt64, width: Int, count: Int
):
    """Writes a filling down."""
    recording[].steps.append(_Step(_Kind.FILL, target, width, count, pattern))


def record_launch(
    recording: UnsafePointer[Recording, MutAnyOrigin],
    kernel: Kernel,
    arguments: Parameters,
    sizes: UnsafePointer[Int, MutAnyOrigin],
    count: Int,
    extents: LaunchSizes,
    name: StaticString,
):
    """Writes a launch down, with copies of its arguments."""
    var total = 8 * count + 64
    for i in range(count):
        total += (sizes[i] + 63) // 64 * 64
    var kept = Bytes.alloc(total, alignment=64)
    var addresses = kept.bitcast[Bytes]()
    var place = kept + (8 * count + 63) // 64 * 64
    for i in range(count):
        for k in range(sizes[i]):
            place[k] = arguments[i][k]
        addresses[i] = place
        place += (sizes[i] + 63) // 64 * 64
    var step = _Step(_Kind.LAUNCH, 0, 0, 0)
    step.kernel = kernel
    step.arguments = addresses
    step.sizes = extents
    step.name = name
    recording[].steps.append(step)
