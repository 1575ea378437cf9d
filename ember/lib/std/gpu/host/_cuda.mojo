"""The CUDA driver, loaded at run time: every function by name, every error with the driver's own words."""

from std.ffi import external_call

comptime Handle = UnsafePointer[Byte, MutAnyOrigin]
"""A context, stream, event, module, function, graph …: an address that only the driver understands."""
comptime DevicePointer = UInt64

comptime _LAZY = Int32(1)


@always_inline
def _global[name: StringLiteral]() -> UnsafePointer[Int, MutAnyOrigin]:
    return UnsafePointer[Int, MutAnyOrigin](mlir_value=__global_address[name, Int]())


def _library() raises -> Int:
    # The driver's library; 0 is not loaded yet.
    var handle = _global["ember_cuda_library"]()
    if handle[] == 0:
        var name = String("libcuda.so.1")
        handle[] = external_call["dlopen", Int](name.unsafe_cstr_ptr(), _LAZY)
        if handle[] == 0:
            raise Error("no CUDA device: the driver's library libcuda.so.1 is not on this machine")
    return handle[]


@always_inline
def _function[F: TrivialRegisterPassable, name: StringLiteral]() raises -> F:
    # A function of the driver; looked up once.
    var place = _global["ember_cuda_function_" + name]()
    if place[] == 0:
        place[] = _find(name)
    return place.bitcast[F]()[]


@no_inline
def _find(name: StaticString) raises -> Int:
    var text = String(name)
    var found = external_call["dlsym", Int](_library(), text.unsafe_cstr_ptr())
    if found == 0:
        raise Error("this CUDA driver is too old: it has no ", name)
    return found


@always_inline
def _check(status: Int32, name: StaticString) raises:
    if status != 0:
        raise _failure(status, name)


@no_inline
def _failure(status: Int32, name: StaticString) -> Error:
    # Apart, so that every call of the driver has only a call of this.
    return Error(_suspect(status), describe_error(status), " (", name, ")")


@always_inline
def last_kernel() -> UnsafePointer[StaticString, MutAnyOrigin]:
    """The name of the kernel that was launched last."""
    return UnsafePointer[StaticString, MutAnyOrigin](
        mlir_value=__global_address["ember_cuda_last_kernel", StaticString]()
    )


def _suspect(status: Int32) -> String:
    # Faults of running kernels are told by a later call of the driver: whose they are is not known for certain.
    comptime first_fault = 700
    comptime last_fault = 720
    if Int(status) < first_fault or Int(status) > last_fault or last_kernel()[].byte_length() == 0:
        return String()
    return String("kernel '", last_kernel()[], "' or one before it: ")


def describe_error(status: Int32) -> String:
    """The driver's name and explanation of an error: `CUDA_ERROR_OUT_OF_MEMORY: out of memory`."""
    return String(_error_text["cuGetErrorName"](status), ": ", _error_text["cuGetErrorString"](status))


def _error_text[name: StringLiteral](status: Int32) -> String:
    var text = Handle()
    try:
        var function = _function[def(Int32, UnsafePointer[Handle, MutAnyOrigin]) thin abi("C") -> Int32, name]()
        _ = function(status, UnsafePointer(to=text))
    except:
        pass
    if not text:
        return String("error ", status)
    return String(unsafe_from_utf8_ptr=text)


@always_inline
def cuda[name: StringLiteral]() raises:
    """Calls a function of the driver."""
    _check(_function[def() thin abi("C") -> Int32, name]()(), name)


@always_inline
def cuda[name: StringLiteral, A: AnyType](a: A) raises:
    """Calls a function of the driver."""
    _check(_function[def(A) thin abi("C") -> Int32, name]()(a), name)


@always_inline
def cuda[name: StringLiteral, A: AnyType, B: AnyType](a: A, b: B) raises:
    """Calls a function of the driver."""
    _check(_function[def(A, B) thin abi("C") -> Int32, name]()(a, b), name)


@always_inline
def cuda[name: StringLiteral, A: AnyType, B: AnyType, C: AnyType](a: A, b: B, c: C) raises:
    """Calls a function of the driver."""
    _check(_function[def(A, B, C) thin abi("C") -> Int32, name]()(a, b, c), name)


@always_inline
def cuda[
    name: StringLiteral, A: AnyType, B: AnyType, C: AnyType, D: AnyType
](a: A, b: B, c: C, d: D) raises:
    """Calls a function of the driver."""
    _check(_function[def(A, B, C, D) thin abi("C") -> Int32, name]()(a, b, c, d), name)


@always_inline
def cuda[
    name: StringLiteral, A: AnyType, B: AnyType, C: AnyType, D: AnyType, E: AnyType
](a: A, b: B, c: C, d: D, e: E) raises:
    """Calls a function of the driver."""
    _check(_function[def(A, B, C, D, E) thin abi("C") -> Int32, name]()(a, b, c, d, e), name)


def start() raises:
    """Starts the driver; costs something only the first time."""
    var started = _global["ember_cuda_started"]()
    if started[] == 0:
        cuda["cuInit"](UInt32(0))
        started[] = 1


@always_inline
def show_output():
    """What kernels printed, which the driver has put into C's buffer of the output, leaves that buffer."""
    _ = external_call["fflush", Int32](Handle())


def starts_early() -> Bool:
    """Whether small kernels are put on their processors before the one before them on the stream has ended; all ours wait for it themselves.

    `EMBER_EARLY_LAUNCH=0` says no.
    """
    var known = _global["ember_cuda_starts_early"]()
    if known[] == 0:
        var name = String("EMBER_EARLY_LAUNCH")
        var text = external_call["getenv", Handle](name.unsafe_cstr_ptr())
        known[] = 1 if text and text[0] == 48 else 2
    return known[] == 2


def device_count() -> Int:
    """How many devices there are; 0 where there is no driver."""
    var count = Int32(0)
    try:
        start()
        cuda["cuDeviceGetCount"](UnsafePointer(to=count))
    except:
        return 0
    return Int(count)


def device_attribute(device: Int32, attribute: Int32) raises -> Int:
    """A number the driver knows about a device."""
    var value = Int32(0)
    cuda["cuDeviceGetAttribute"](UnsafePointer(to=value), attribute, device)
    return Int(value)


def device_name(device: Int32) raises -> String:
    """What the device is called."""
    var text = UnsafePointer[Byte, MutAnyOrigin].alloc(256)
    cuda["cuDeviceGetName"](text, Int32(256), device)
    var name = String(unsafe_from_utf8_ptr=text)
    text.free()
    return name


# -- kernels ----------------------------------------------------------------------------------------------

comptime _ERROR_LOG_BUFFER = Int32(5)
comptime _ERROR_LOG_SIZE = Int32(6)
comptime _LOG_BYTES = 8192
comptime FUNCTION_MAX_DYNAMIC_SHARED = Int32(8)


def load_kernel(code: StaticString, name: StaticString) raises -> Handle:
    """Translates PTX (or loads a binary) for the current device; gives the kernel with this name."""
    var log = UnsafePointer[Byte, MutAnyOrigin].alloc(_LOG_BYTES)
    log[0] = 0
    var options = InlineArray[Int32, 2](fill=_ERROR_LOG_BUFFER)
    options[1] = _ERROR_LOG_SIZE
    var values = InlineArray[Int, 2](fill=Int(log))
    values[1] = _LOG_BYTES
    var module = Handle()
    # The driver wants a zero at the end.
    var text = String(code)
    try:
        cuda["cuModuleLoadDataEx"](
            UnsafePointer(to=module),
            text.unsafe_cstr_ptr(),
            UInt32(2),
            UnsafePointer(to=options),
            UnsafePointer(to=values),
        )
    except e:
        var reason = String(unsafe_from_utf8_ptr=log)
        log.free()
        raise Error(e, "\n", reason) if reason else Error(e)
    log.free()
    var function = Handle()
    var symbol = String(name)
    cuda["cuModuleGetFunction"](UnsafePointer(to=function), module, symbol.unsafe_cstr_ptr())
    return function


@fieldwise_init
struct LaunchConfig(ImplicitlyCopyable, Movable):
    """The driver's `CUlaunchConfig`: sizes, stream and attributes of a launch."""

    var grid_x: UInt32
    var grid_y: UInt32
    var grid_z: UInt32
    var block_x: UInt32
    var block_y: UInt32
    var block_z: UInt32
    var shared_bytes: UInt32
    var stream: Handle
    var attributes: Handle
    var attribute_count: UInt32


def launch_kernel(
    mut config: LaunchConfig, function: Handle, arguments: UnsafePointer[Handle, MutAnyOrigin]
) raises:
    """Puts a kernel on a stream."""
    cuda["cuLaunchKernelEx"](UnsafePointer(to=config), function, arguments, Handle())
