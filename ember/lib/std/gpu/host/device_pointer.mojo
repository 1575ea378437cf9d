"""DevicePointer: a place in a buffer of a device that knows its buffer."""

from std.gpu.host._arguments import OfDevice
from std.gpu.host.device_buffer import DeviceBuffer


struct DevicePointer[mut: Bool, //, dtype: DType, origin: Origin[mut=mut]](
    DevicePassable, ImplicitlyCopyable, Movable, OfDevice, Writable
):
    """A place in a buffer of a device, which the host cannot read through; kernels get the address.

    Example:

    ```mojo
    from std.gpu import thread_idx
    from std.gpu.host import DeviceContext, DevicePointer

    def set(numbers: UnsafePointer[Int32, MutAnyOrigin]):
        numbers[thread_idx.x] = 7

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](4)
    numbers.enqueue_fill(1)
    var place = numbers.device_ptr() + 2
    context.enqueue_function[set](place, grid_dim=1, block_dim=2)
    print(place.offset(), numbers)  # 2 DeviceBuffer([1, 1, 7, 7])
    ```

    ```mojo
    from std.gpu.host import DeviceContext, DevicePointer

    var numbers = DeviceContext().enqueue_create_buffer[DType.int32](4)
    var place = DevicePointer(numbers, 3)
    place -= 1
    place += 0
    print(place.offset(), len(place.buffer()), (place - 2).as_imm().as_unsafe_any_origin().offset())  # 2 4 0
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    var numbers = DeviceContext().enqueue_create_buffer[DType.int32](4)
    print(numbers.device_ptr().unsafe_ptr() == numbers.unsafe_ptr())  # True
    ```
    """

    comptime device_type = UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]
    """What a kernel gets."""

    var _buffer: UnsafePointer[DeviceBuffer[Self.dtype], Self.origin]
    var _offset: Int

    def __init__(out self, ref[Self.origin] buffer: DeviceBuffer[Self.dtype]):
        """The first number of a buffer."""
        self._buffer = UnsafePointer(to=buffer)
        self._offset = 0

    def __init__(out self, ref[Self.origin] buffer: DeviceBuffer[Self.dtype], offset: Int):
        """Number `offset` of a buffer."""
        self._buffer = UnsafePointer(to=buffer)
        self._offset = offset

    def _home(self) -> UInt64:
        """The bit of the device's number."""
        return self._buffer[]._home()

    def _to_device_type(self, target: UnsafePointer[NoneType, MutAnyOrigin]):
        """A kernel gets the address."""
        self._buffer[]._to_device_type(target)
        target.bitcast[Int]()[] = Int(self.unsafe_ptr())

    def buffer(self) -> ref[Self.origin] DeviceBuffer[Self.dtype]:
        """The buffer."""
        return self._buffer[]

    def offset(self) -> Int:
        """Which number of the buffer it is."""
        return self._offset

    def unsafe_ptr(self) -> UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]:
        """The address; it means something on the device only."""
        return self._buffer[].unsafe_ptr() + self._offset

    def __add__(self, n: Int) -> Self:
        """The place `n` numbers on."""
        var place = self
        place._offset += n
        return place

    def __sub__(self, n: Int) -> Self:
        """The place `n` numbers back."""
        return self + (-n)

    def __iadd__(mut self, n: Int):
        """Moves on by `n` numbers."""
        self._offset += n

    def __isub__(mut self, n: Int):
        """Moves back by `n` numbers."""
        self._offset -= n

    def as_imm(self) -> DevicePointer[Self.dtype, ImmAnyOrigin]:
        """The same place, not to be changed through."""
        return DevicePointer[Self.dtype, ImmAnyOrigin](self._buffer.as_immutable()[], self._offset)

    def as_unsafe_any_origin(self) -> DevicePointer[Self.dtype, MutAnyOrigin]:
        """The same place, with an origin that nobody follows."""
        return DevicePointer[Self.dtype, MutAnyOrigin](
            UnsafePointer[DeviceBuffer[Self.dtype], MutAnyOrigin](unsafe_from_address=Int(self._buffer))[],
            self._offset,
        )

    def write_to(self, mut writer: Some[Writer]):
        """Writes the address."""
        writer.write(self.unsafe_ptr())


__extension DeviceBuffer:
    def device_ptr(ref self) -> DevicePointer[Self.dtype, origin_of(self)]:
        """The first number, as a place that knows its buffer."""
        return DevicePointer[Self.dtype, origin_of(self)](self)
