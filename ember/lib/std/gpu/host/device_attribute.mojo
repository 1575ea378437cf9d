"""Numbers of a device, of a kernel and of a launch that can be asked for or set."""


@fieldwise_init
struct DeviceAttribute(ImplicitlyCopyable, Movable, TrivialRegisterPassable):
    """A number that the driver knows about a device."""

    var _value: Int32

    comptime MAX_THREADS_PER_BLOCK = DeviceAttribute(1)
    comptime MAX_BLOCK_DIM_X = DeviceAttribute(2)
    comptime MAX_BLOCK_DIM_Y = DeviceAttribute(3)
    comptime MAX_BLOCK_DIM_Z = DeviceAttribute(4)
    comptime MAX_GRID_DIM_X = DeviceAttribute(5)
    comptime MAX_GRID_DIM_Y = DeviceAttribute(6)
    comptime MAX_GRID_DIM_Z = DeviceAttribute(7)
    comptime MAX_SHARED_MEMORY_PER_BLOCK = DeviceAttribute(8)
    comptime WARP_SIZE = DeviceAttribute(10)
    comptime MAX_REGISTERS_PER_BLOCK = DeviceAttribute(12)
    comptime CLOCK_RATE = DeviceAttribute(13)
    comptime MULTIPROCESSOR_COUNT = DeviceAttribute(16)
    comptime MAX_THREADS_PER_MULTIPROCESSOR = DeviceAttribute(39)
    comptime COMPUTE_CAPABILITY_MAJOR = DeviceAttribute(75)
    comptime COMPUTE_CAPABILITY_MINOR = DeviceAttribute(76)
    comptime MAX_SHARED_MEMORY_PER_MULTIPROCESSOR = DeviceAttribute(81)
    comptime MAX_REGISTERS_PER_MULTIPROCESSOR = DeviceAttribute(82)
    comptime MAX_SHARED_MEMORY_PER_BLOCK_OPTIN = DeviceAttribute(97)
    comptime COOPERATIVE_LAUNCH = DeviceAttribute(95)
    comptime MAX_BLOCKS_PER_MULTIPROCESSOR = DeviceAttribute(106)
    comptime MAX_ACCESS_POLICY_WINDOW_SIZE = DeviceAttribute(109)


@fieldwise_init
struct Attribute(ImplicitlyCopyable, Movable, TrivialRegisterPassable):
    """A number that the driver knows about a loaded kernel."""

    var code: Int32

    comptime MAX_THREADS_PER_BLOCK = Attribute(0)
    comptime SHARED_SIZE_BYTES = Attribute(1)
    comptime CONST_SIZE_BYTES = Attribute(2)
    comptime LOCAL_SIZE_BYTES = Attribute(3)
    comptime NUM_REGS = Attribute(4)
    comptime PTX_VERSION = Attribute(5)
    comptime BINARY_VERSION = Attribute(6)
    comptime MAX_DYNAMIC_SHARED_SIZE_BYTES = Attribute(8)
    comptime PREFERRED_SHARED_MEMORY_CARVEOUT = Attribute(9)


@fieldwise_init
struct FuncAttribute(ImplicitlyCopyable, Movable, TrivialRegisterPassable):
    """A number to set for a kernel before it is launched."""

    var attribute: Attribute
    var value: Int32

    comptime NULL = FuncAttribute(Attribute(-1), -1)

    @staticmethod
    def MAX_DYNAMIC_SHARED_SIZE_BYTES(val: UInt32) -> Self:
        """Launches may ask for this much shared memory."""
        return Self(Attribute.MAX_DYNAMIC_SHARED_SIZE_BYTES, Int32(val))

    @staticmethod
    def PREFERRED_SHARED_MEMORY_CARVEOUT(val: Int32) -> Self:
        """The part of a multiprocessor's cache to use as shared memory, in percent."""
        return Self(Attribute.PREFERRED_SHARED_MEMORY_CARVEOUT, val)


@fieldwise_init
struct LaunchAttributeID(ImplicitlyCopyable, Movable, TrivialRegisterPassable):
    """Which property of a launch is meant."""

    var _value: Int32

    comptime COOPERATIVE = LaunchAttributeID(2)
    comptime CLUSTER_DIMENSION = LaunchAttributeID(4)
    comptime PROGRAMMATIC_STREAM_SERIALIZATION = LaunchAttributeID(6)
    comptime PRIORITY = LaunchAttributeID(8)


struct LaunchAttribute(ImplicitlyCopyable, Movable):
    """A property of a launch, as the driver wants it: 72 bytes."""

    var id: LaunchAttributeID
    var _unused: Int32
    var value: InlineArray[UInt32, 16]

    def __init__(out self, id: LaunchAttributeID, value: UInt32):
        """A property that is one number."""
        self.id = id
        self._unused = 0
        self.value = InlineArray[UInt32, 16](fill=0)
        self.value[0] = value

    @staticmethod
    def cluster(x: Int, y: Int, z: Int) -> Self:
        """The size of a cluster of blocks."""
        var result = Self(LaunchAttributeID.CLUSTER_DIMENSION, UInt32(x))
        result.value[1] = UInt32(y)
        result.value[2] = UInt32(z)
        return result


@fieldwise_init
struct ConstantMemoryMapping(ImplicitlyCopyable, Movable):
    """Bytes to put into a kernel's constant memory before it runs."""

    var name: StaticString
    var ptr: UnsafePointer[Byte, MutAnyOrigin]
    var byte_count: Int
