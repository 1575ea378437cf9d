"""Memory for tensors whose size is found while a model runs."""

from mo.failures import report
from std.ffi import external_call

comptime _ALIGNMENT = 64


def new_memory(size: Int, failure: UnsafePointer[UInt8, MutAnyOrigin]) -> Int:
    """The address of as many bytes, which `free` takes back; 0 where there are none, and a message.

    Example:

    ```mojo
    from mo.late import new_memory

    var room = List[UInt8](length=1024, fill=0)
    print(new_memory(100, room.unsafe_ptr()) != 0)  # True
    ```
    """
    var rounded = max(_ALIGNMENT, (size + _ALIGNMENT - 1) // _ALIGNMENT * _ALIGNMENT)
    var address = external_call["aligned_alloc", Int](_ALIGNMENT, rounded) if size < (1 << 62) else 0
    if address == 0:
        _ = report(Error("no memory for a tensor of ", size, " bytes"), failure)
    return address


struct LateMemory(Movable):
    """A block that is as large as the largest tensor that was put there so far.

    Example:

    ```mojo
    from mo.late import LateMemory

    var room = List[UInt8](length=1024, fill=0)
    var block = LateMemory()
    print(block.reserve(100, room.unsafe_ptr()), block.address % 64)  # True 0
    ```
    """

    var address: Int
    """Where it is; 0 before anything is reserved."""
    var size: Int
    """Bytes there are."""

    def __init__(out self):
        """Nothing yet."""
        self.address = 0
        self.size = -1

    def __del__(deinit self):
        """Gives the block back."""
        if self.address != 0:
            external_call["free", NoneType](self.address)

    def reserve(mut self, size: Int, failure: UnsafePointer[UInt8, MutAnyOrigin]) -> Bool:
        """Makes room for as many bytes; False where there is none, and a message.

        What lay there is lost if it was smaller.
        """
        if size <= self.size:
            return True
        if self.address != 0:
            external_call["free", NoneType](self.address)
        self.address = new_memory(size, failure)
        self.size = size
        return self.address != 0
