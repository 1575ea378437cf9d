"""Times of kernels by the device's own clock: the median of many launches after some that warm up."""

from gpu.host import DeviceContext, DeviceEvent

comptime WARM_UP = 5
comptime RUNS = 50


struct Timing:
    """Collects the time of each run: call `begin` and `end` around it, `WARM_UP + RUNS` times."""

    var context: DeviceContext
    var first: DeviceEvent
    var last: DeviceEvent
    var times: List[Float64]
    var warm: Int

    def __init__(out self, context: DeviceContext) raises:
        self.context = context
        self.first = context.create_event()
        self.last = context.create_event()
        self.times = List[Float64]()
        self.warm = 0

    def begin(mut self) raises:
        self.context.stream().record_event(self.first)

    def end(mut self) raises:
        self.context.stream().record_event(self.last)
        self.last.synchronize()
        self.warm += 1
        if self.warm > WARM_UP:
            self.times.append(self.last.elapsed_ms(self.first))

    def median(mut self) -> Float64:
        sort(self.times)
        return self.times[len(self.times) // 2]


def report(name: String, var timing: Timing, error: Float64):
    """One line for `run.py`: name, milliseconds, largest error."""
    print("result", name, timing.median(), error)
