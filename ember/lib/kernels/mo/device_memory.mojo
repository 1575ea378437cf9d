"""Memory of a device for tensors whose size is found while a model runs."""

from mo.late import new_memory
from std.gpu.host import DeviceContext
from std.gpu.host._driver import allocate, free
from std.gpu.host.info import uses_simulator

comptime _Context = UnsafePointer[DeviceContext, MutAnyOrigin]


def new_device_memory(context: Int, size: Int) raises -> Int:
    """The address of as many bytes on the device of a context, for the caller of the model.

    Example:

    ```mojo
    from mo.device_memory import new_device_memory
    from mo.devices import open_context

    print(new_device_memory(open_context(0, 0), 100) != 0)  # True
    ```
    """
    comptime if uses_simulator():
        var message = List[UInt8](length=1024, fill=0)
        var address = new_memory(size, message.unsafe_ptr())
        if address == 0:
            raise Error("no memory for a tensor of ", size, " bytes")
        return address
    else:
        return allocate(_Context(unsafe_from_address=context)[]._device(), max(1, size))


struct LateDeviceMemory(Movable):
    """A block that is as large as the largest tensor that was put there so far.

    Example:

    ```mojo
    from mo.device_memory import LateDeviceMemory
    from mo.devices import open_context

    var block = LateDeviceMemory(open_context(0, 0))
    block.reserve(100)
    print(block.address != 0)  # True
    ```
    """

    var context: Int
    """Where the context of the device is."""
    var address: Int
    """Where the block is; 0 before anything is reserved."""
    var size: Int
    """Bytes there are."""

    def __init__(out self, context: Int):
        """Nothing yet.

        Args:
            context: Where the context of the device is.
        """
        self.context = context
        self.address = 0
        self.size = 0

    def __del__(deinit self):
        """Gives the block back, after the work that is on the stream."""
        free(_Context(unsafe_from_address=self.context)[]._device(), self.address, self.size)

    def reserve(mut self, size: Int) raises:
        """Makes room for as many bytes; what lay there is lost if it was smaller.

        Args:
            size: The bytes.
        """
        if size <= self.size:
            return
        var device = _Context(unsafe_from_address=self.context)[]._device()
        free(device, self.address, self.size)
        self.address = 0
        self.size = 0
        self.address = allocate(device, size)
        self.size = size
