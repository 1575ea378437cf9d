"""What a device does for the host, on a GPU through the driver and on the simulated device by itself.

Every function has two bodies, chosen when the program is compiled. All raise the driver's error. The host itself is a device
too, which has memory and runs no kernels; where a GPU is compiled for, a flag says which of both it is.
"""

from std.bit import count_trailing_zeros
from std.ffi import external_call
from std.gpu._message import failure
from std.gpu._simulator.check import STRIP, add_region, is_checking, note_written, retire_region
from std.gpu._simulator.guards import allocate_guarded, check_guards, free_guarded
from std.gpu._simulator.scheduler import Kernel, LaunchSizes, launch
from std.gpu._simulator.state import Parameters
from std.gpu.host._cuda import (
    DevicePointer,
    Handle,
    LaunchConfig,
    cuda,
    device_attribute,
    device_count,
    device_name,
    launch_kernel,
    show_output,
    start,
)
from std.gpu.host._recording import Recording, record_copy, record_fill, record_launch
from std.gpu.host.device_attribute import DeviceAttribute, LaunchAttribute
from std.gpu.host.info import SIMULATED, uses_simulator
from std.memory import memcpy
from std.sys.info import has_amd_gpu_accelerator
from std.time import perf_counter_ns

# -- devices ------------------------------------------------------------------------------------------------


@fieldwise_init
struct Device(ImplicitlyCopyable, Movable):
    """A device, its context and the stream that work goes to."""

    var number: Int32
    var context: Handle
    var stream: Handle
    var recording: UnsafePointer[Recording, MutAnyOrigin]
    """Where work is written down instead of being done (simulated device); null most of the time."""
    var peers: UInt64
    """The devices whose memory kernels may use as well, a bit each."""
    var is_host: Bool
    """The host itself: memory, but no kernels."""


comptime HOST_HOME = UInt64(1) << 63
"""The bit of the host among those of devices."""


def open_host(number: Int) -> Device:
    """The host as a device."""
    return Device(Int32(number), Handle(), Handle(), UnsafePointer[Recording, MutAnyOrigin](), 0, True)


def count_devices() -> Int:
    """How many devices there are."""
    comptime if uses_simulator():
        return _simulated_devices()
    elif has_amd_gpu_accelerator():
        return 0
    else:
        return device_count()


def _simulated_devices() -> Int:
    # One, or as many as EMBER_SIM_DEVICES says.
    var name = String("EMBER_SIM_DEVICES")
    var text = external_call["getenv", Handle](name.unsafe_cstr_ptr())
    if not text:
        return 1
    var count = 0
    var i = 0
    while text[i] >= 48 and text[i] <= 57 and count < 1000:
        count = count * 10 + Int(text[i]) - 48
        i += 1
    return max(count, 1)


def open_device(number: Int, stream: Handle = Handle()) raises -> Device:
    """A device by its number, with a stream that exists, or a new one."""
    var nothing = UnsafePointer[Recording, MutAnyOrigin]()
    comptime if uses_simulator():
        var count = count_devices()
        if number < 0 or number >= count:
            raise failure(
                "CUDA_ERROR_INVALID_DEVICE: there is no device ", number, "; the simulated ones are 0 to ", count - 1
            )
        return Device(Int32(number), Handle(), Handle(), nothing, 0, False)
    elif has_amd_gpu_accelerator():
        raise failure("kernels for AMD GPUs can be compiled, but not launched: this program was compiled for one")
    else:
        start()
        var device = Int32(0)
        cuda["cuDeviceGet"](UnsafePointer(to=device), Int32(number))
        var context = Handle()
        cuda["cuDevicePrimaryCtxRetain"](UnsafePointer(to=context), device)
        cuda["cuCtxSetCurrent"](context)
        return Device(device, context, stream if stream else create_stream(0), nothing, 0, False)


@always_inline
def use(device: Device) raises:
    """Calls of the driver mean this device from now on."""
    comptime if not uses_simulator():
        if not device.is_host:
            cuda["cuCtxSetCurrent"](device.context)


def name_of(device: Device) raises -> String:
    """What the device is called."""
    if device.is_host:
        return String("cpu")
    comptime if uses_simulator():
        return String("simulated device")
    else:
        return device_name(device.number)


def attribute_of(device: Device, attribute: DeviceAttribute) raises -> Int:
    """A number of the device."""
    if device.is_host:
        raise failure("the CPU has no attribute ", Int(attribute._value))
    comptime if uses_simulator():
        return _simulated_attribute(attribute)
    else:
        return device_attribute(device.number, attribute._value)


def _simulated_attribute(attribute: DeviceAttribute) raises -> Int:
    comptime facts = SIMULATED
    var number = attribute._value
    if number == 1 or number == 2 or number == 3 or number == 39:
        return facts.max_thread_block_size
    if number == 4:
        return 64
    if number == 5:
        return 2147483647
    if number == 6 or number == 7:
        return 65535
    if number == 8:
        return 49152
    if number == 81:
        return facts.shared_memory_per_multiprocessor
    if number == 97:
        return facts.max_shared_memory_per_block
    if number == 10:
        return facts.warp_size
    if number == 12 or number == 82:
        return facts.max_registers_per_multiprocessor
    if number == 16 or number == 106:
        return 1
    if number == 13:
        return 1000000
    if number == 75:
        return 9
    if number == 76 or number == 95 or number == 109:
        return 0
    raise failure("CUDA_ERROR_INVALID_VALUE: the simulated device has no attribute ", Int(number))


def driver_version() raises -> Int:
    """The version of the driver's interface; 12040 is CUDA 12.4."""
    comptime if uses_simulator():
        return 0
    else:
        var version = Int32(0)
        cuda["cuDriverGetVersion"](UnsafePointer(to=version))
        return Int(version)


# -- memory -------------------------------------------------------------------------------------------------

comptime _SC_PAGESIZE = Int32(30)
comptime _SC_PHYS_PAGES = Int32(85)


@always_inline
def _simulated_bytes() -> UnsafePointer[Int, MutAnyOrigin]:
    # How much of the simulated device's memory is in use.
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address["ember_simulated_bytes", Int]())


def memory_of(device: Device) raises -> Tuple[Int, Int]:
    """Free and total bytes."""
    comptime if not uses_simulator():
        if device.is_host:
            var pages = external_call["sysconf", Int](_SC_PHYS_PAGES)
            return (external_call["sysconf", Int](_SC_PAGESIZE) * pages, external_call["sysconf", Int](_SC_PAGESIZE) * pages)
    comptime if uses_simulator():
        var total = external_call["sysconf", Int](_SC_PAGESIZE) * external_call["sysconf", Int](_SC_PHYS_PAGES)
        return (total - _simulated_bytes()[], total)
    else:
        use(device)
        var free = 0
        var total = 0
        cuda["cuMemGetInfo_v2"](UnsafePointer(to=free), UnsafePointer(to=total))
        return (free, total)


def allocate(device: Device, size: Int) raises -> Int:
    """Memory of the device; the address of nothing is 0."""
    if size < 0:
        raise failure("CUDA_ERROR_INVALID_VALUE: a buffer of ", size, " bytes")
    if size == 0:
        return 0
    comptime if uses_simulator():
        var free = memory_of(device)[0]
        var address = 0
        if size <= free:
            comptime if is_checking():
                address = external_call["aligned_alloc", Int](Int(256), ((size + 255) & -256) + 2 * STRIP) + STRIP
                add_region(address, size, STRIP)
            else:
                address = allocate_guarded(size)
        if address == 0:
            raise failure("CUDA_ERROR_OUT_OF_MEMORY: out of memory: ", size, " bytes of ", free, " free ones")
        _simulated_bytes()[] += size
        return address
    else:
        if device.is_host:
            return external_call["aligned_alloc", Int](Int(256), (size + 255) & -256)
        use(device)
        var address = DevicePointer(0)
        cuda["cuMemAllocAsync"](UnsafePointer(to=address), size, device.stream)
        return Int(address)


def free(device: Device, address: Int, size: Int):
    """Gives memory of the device back, after all work on its stream."""
    if address == 0:
        return
    comptime if uses_simulator():
        if device.recording:
            device.recording[].keep(address, size)
            return
        _simulated_bytes()[] -= size
        comptime if is_checking():
            retire_region(address)
        else:
            free_guarded(address)
    else:
        if device.is_host:
            external_call["free", NoneType](address)
            return
        try:
            use(device)
            cuda["cuMemFreeAsync"](DevicePointer(address), device.stream)
        except:
            pass


def allocate_host(device: Device, size: Int) raises -> Int:
    """Memory of the host that the device copies from and to fast."""
    if size < 0:
        raise failure("CUDA_ERROR_INVALID_VALUE: a buffer of ", size, " bytes")
    if size == 0:
        return 0
    comptime if uses_simulator():
        return external_call["aligned_alloc", Int](Int(256), (size + 255) & -256)
    else:
        if device.is_host:
            return external_call["aligned_alloc", Int](Int(256), (size + 255) & -256)
        use(device)
        var address = 0
        cuda["cuMemAllocHost_v2"](UnsafePointer(to=address), size)
        return address


def free_host(device: Device, address: Int):
    """Gives memory from `allocate_host` back."""
    if address == 0:
        return
    comptime if uses_simulator():
        external_call["free", NoneType](address)
    else:
        if device.is_host:
            external_call["free", NoneType](address)
            return
        try:
            use(device)
            synchronize(device.stream)
            cuda["cuMemFreeHost"](address)
        except:
            pass


struct Way:
    """From where to where something is copied."""

    comptime TO_DEVICE = 0
    comptime TO_HOST = 1
    comptime ON_DEVICE = 2
    comptime ON_HOST = 3


def copy[way: Int](device: Device, target: Int, source: Int, size: Int) raises:
    """Puts a copy on the device's stream."""
    if size == 0:
        return
    comptime if uses_simulator():
        if device.recording:
            record_copy(device.recording, target, source, size)
        else:
            copy_bytes(target, source, size)
    else:
        if device.is_host:
            copy_bytes(target, source, size)
            return
        use(device)
        comptime if way == Way.TO_DEVICE:
            cuda["cuMemcpyHtoDAsync_v2"](DevicePointer(target), source, size, device.stream)
        elif way == Way.TO_HOST:
            cuda["cuMemcpyDtoHAsync_v2"](target, DevicePointer(source), size, device.stream)
        elif way == Way.ON_DEVICE:
            cuda["cuMemcpyDtoDAsync_v2"](DevicePointer(target), DevicePointer(source), size, device.stream)
        else:
            cuda["cuMemcpyAsync"](DevicePointer(target), DevicePointer(source), size, device.stream)


def copy_bytes(target: Int, source: Int, size: Int):
    """Copies bytes now."""
    memcpy(
        UnsafePointer[Byte, MutAnyOrigin](unsafe_from_address=target),
        UnsafePointer[Byte, MutAnyOrigin](unsafe_from_address=source),
        size,
    )
    comptime if is_checking():
        note_written(target, size)


def fill[width: Int](device: Device, target: Int, pattern: UInt64, count: Int) raises:
    """Puts the filling of `count` elements of `width` bytes on the device's stream."""
    if count == 0:
        return
    comptime if uses_simulator():
        if device.recording:
            record_fill(device.recording, target, pattern, width, count)
        else:
            fill_elements(target, pattern, width, count)
    else:
        if device.is_host:
            fill_elements(target, pattern, width, count)
            return
        use(device)
        comptime if width == 1:
            cuda["cuMemsetD8Async"](DevicePointer(target), UInt8(pattern & 0xFF), count, device.stream)
        elif width == 2:
            cuda["cuMemsetD16Async"](DevicePointer(target), UInt16(pattern & 0xFFFF), count, device.stream)
        elif width == 4:
            cuda["cuMemsetD32Async"](DevicePointer(target), UInt32(pattern & 0xFFFFFFFF), count, device.stream)
        else:
            _fill_words(device, target, pattern, count)


def _fill_words(device: Device, target: Int, pattern: UInt64, count: Int) raises:
    # The driver fills with at most four bytes: the two halves of each word are filled as columns of a matrix.
    var low = UInt32(pattern & 0xFFFFFFFF)
    var high = UInt32(pattern >> 32)
    if low == high:
        cuda["cuMemsetD32Async"](DevicePointer(target), low, 2 * count, device.stream)
        return
    _fill_column(device, target, low, count)
    _fill_column(device, target + 4, high, count)


def _fill_column(device: Device, target: Int, value: UInt32, count: Int) raises:
    from std.gpu.host._cuda import _check, _function

    # target, pitch, value, width, height, stream
    var function = _function[
        def(DevicePointer, Int, UInt32, Int, Int, Handle) thin abi("C") -> Int32, "cuMemsetD2D32Async"
    ]()
    _check(function(DevicePointer(target), Int(8), value, Int(1), count, device.stream), "cuMemsetD2D32Async")


def fill_elements(target: Int, pattern: UInt64, width: Int, count: Int):
    """Fills elements now."""
    comptime if is_checking():
        note_written(target, width * count)
    for i in range(count):
        var place = target + i * width
        if width == 1:
            UnsafePointer[UInt8, MutAnyOrigin](unsafe_from_address=place)[] = UInt8(pattern & 0xFF)
        elif width == 2:
            UnsafePointer[UInt16, MutAnyOrigin](unsafe_from_address=place)[] = UInt16(pattern & 0xFFFF)
        elif width == 4:
            UnsafePointer[UInt32, MutAnyOrigin](unsafe_from_address=place)[] = UInt32(pattern & 0xFFFFFFFF)
        else:
            UnsafePointer[UInt64, MutAnyOrigin](unsafe_from_address=place)[] = pattern


# -- streams and events -----------------------------------------------------------------------------------------


def create_stream(priority: Int32) raises -> Handle:
    """A stream: work on it is done in order."""
    comptime if uses_simulator():
        return Handle()
    else:
        var stream = Handle()
        cuda["cuStreamCreateWithPriority"](UnsafePointer(to=stream), UInt32(1), priority)
        return stream


def check_waiting(device: Device) raises:
    """Nobody can wait for work that is written down instead of being done. A driver says so itself."""
    comptime if uses_simulator():
        if device.recording:
            raise failure("CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED: a graph is being captured, so there is no work to wait for")


def check_homes(device: Device, homes: UInt64) raises:
    """Kernels use the memory of their own device, and of others after `enable_peer_access`; `homes` has a bit for each."""
    if device.is_host:
        raise failure("the CPU as a device has memory, but runs no kernels")
    if homes & HOST_HOME != 0:
        raise failure("CUDA_ERROR_INVALID_VALUE: a buffer of the CPU is passed to device ", Int(device.number))
    var strange = homes & ~(device.peers | UInt64(1) << UInt64(device.number))
    if strange != 0:
        raise failure(
            "CUDA_ERROR_INVALID_VALUE: a buffer of device ",
            Int(count_trailing_zeros(strange)),
            " is passed to device ",
            Int(device.number),
            "; 'enable_peer_access' would allow that",
        )


def synchronize(stream: Handle) raises:
    """Waits until all work on a stream is done; the host has none."""
    comptime if not uses_simulator():
        if not stream:
            return
        cuda["cuStreamSynchronize"](stream)
        show_output()


@fieldwise_init
struct Moment(ImplicitlyCopyable, Movable):
    """A point of a stream's work: the driver's event, or a time."""

    var event: Handle
    var time: Int


def create_moment(device: Device) raises -> Moment:
    """A moment that has not been recorded."""
    comptime if uses_simulator():
        return Moment(Handle(), 0)
    else:
        if device.is_host:
            return Moment(Handle(), 0)
        use(device)
        var event = Handle()
        cuda["cuEventCreate"](UnsafePointer(to=event), UInt32(0))
        return Moment(event, 0)


def record(mut moment: Moment, stream: Handle) raises:
    """The moment is when the work now on the stream is done."""
    comptime if uses_simulator():
        moment.time = Int(perf_counter_ns())
    else:
        if not moment.event:
            moment.time = Int(perf_counter_ns())
            return
        cuda["cuEventRecord"](moment.event, stream)


def wait_until(moment: Moment) raises:
    """Waits for a moment."""
    comptime if not uses_simulator():
        if moment.event:
            cuda["cuEventSynchronize"](moment.event)
            show_output()


def wait_on(stream: Handle, moment: Moment) raises:
    """What is put on the stream from now on is done after a moment."""
    comptime if not uses_simulator():
        if not moment.event:
            return
        cuda["cuStreamWaitEvent"](stream, moment.event, UInt32(0))


def nanoseconds_between(first: Moment, last: Moment) raises -> Float64:
    """The time between two moments."""
    comptime if uses_simulator():
        if first.time == 0 or last.time == 0:
            raise failure("CUDA_ERROR_INVALID_HANDLE: an event that was not recorded has no time")
        return Float64(last.time - first.time)
    else:
        if not first.event or not last.event:
            return Float64(last.time - first.time)
        var milliseconds = Float32(0)
        cuda["cuEventElapsedTime"](UnsafePointer(to=milliseconds), first.event, last.event)
        return Float64(milliseconds) * 1000000.0


# -- launches -----------------------------------------------------------------------------------------------------


def launch_simulated(
    device: Device,
    kernel: Kernel,
    arguments: Parameters,
    sizes: UnsafePointer[Int, MutAnyOrigin],
    count: Int,
    extents: LaunchSizes,
    name: StaticString,
) raises:
    """Runs a kernel on the simulated device, or writes its launch down."""
    if device.recording:
        record_launch(device.recording, kernel, arguments, sizes, count, extents, name)
    else:
        launch(kernel, arguments, extents)
        comptime if not is_checking():
            check_guards(name)


def launch_on_gpu(
    device: Device,
    function: Handle,
    arguments: Parameters,
    extents: LaunchSizes,
    attributes: List[LaunchAttribute],
) raises:
    """Puts a kernel on the device's stream."""
    var config = LaunchConfig(
        UInt32(extents.grid.x),
        UInt32(extents.grid.y),
        UInt32(extents.grid.z),
        UInt32(extents.block.x),
        UInt32(extents.block.y),
        UInt32(extents.block.z),
        UInt32(extents.shared_bytes),
        device.stream,
        UnsafePointer[LaunchAttribute, MutAnyOrigin](attributes.unsafe_ptr()).bitcast[Byte](),
        UInt32(len(attributes)),
    )
    launch_kernel(config, function, arguments)
