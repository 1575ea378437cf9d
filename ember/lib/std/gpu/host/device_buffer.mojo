"""Buffers: memory of a device, and memory of the host that a device copies from and to."""

from std.builtin.debug_assert import _position
from std.gpu._message import failure
from std.gpu._simulator.check import checks, is_checking
from std.gpu._simulator.check_parts import note_part
from std.gpu.host._arguments import OfDevice
from std.gpu.host._driver import HOST_HOME, Way, allocate, allocate_host, copy, fill, free, free_host
from std.gpu.host.device_context import DeviceContext
from std.gpu.host.device_pointer import *
from std.memory import ArcPointer, bitcast


struct _Memory(Movable):
    """Memory that is given back when nobody uses it any more."""

    var context: DeviceContext
    var address: Int
    var size: Int
    var is_host: Bool
    var is_owned: Bool

    def __init__(out self, context: DeviceContext, size: Int, *, on_host: Bool) raises:
        """Allocates."""
        self.context = context
        self.size = size
        self.is_host = on_host
        self.is_owned = True
        if on_host:
            self.address = allocate_host(context._device(), size)
        else:
            self.address = allocate(context._device(), size)

    def __init__(out self, context: DeviceContext, address: Int, size: Int, *, owned: Bool):
        """Memory that exists."""
        self.context = context
        self.address = address
        self.size = size
        self.is_host = False
        self.is_owned = owned

    def __deinit__(deinit self):
        """Frees what it owns."""
        if not self.is_owned:
            return
        if self.is_host:
            free_host(self.context._device(), self.address)
        else:
            free(self.context._device(), self.address, self.size)


@always_inline
def _pattern[dtype: DType](value: Scalar[dtype]) -> UInt64:
    # The bits of a number.
    comptime size = dtype.size_of()
    comptime if dtype == DType.bool:
        return UInt64(1) if value else UInt64(0)
    elif size == 1:
        return UInt64(bitcast[DType.uint8, 1](value))
    elif size == 2:
        return UInt64(bitcast[DType.uint16, 1](value))
    elif size == 4:
        return UInt64(bitcast[DType.uint32, 1](value))
    else:
        comptime assert size == 8, "numbers of more than 64 bits cannot fill a buffer"
        return bitcast[DType.uint64, 1](value)


struct DeviceBuffer[dtype: DType](DevicePassable, ImplicitlyCopyable, Movable, OfDevice, Sized, Writable):
    """Numbers in the memory of a device. Copies share the memory; the last one gives it back.

    Example:

    ```mojo
    from std.gpu.host import DeviceContext

    var numbers = DeviceContext().enqueue_create_buffer[DType.float32](4)
    numbers.enqueue_fill(1.5)
    with numbers.map_to_host() as values:
        print(values[3], len(numbers))  # 1.5 4
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    var a = context.enqueue_create_buffer[DType.int32](4)
    var b = context.enqueue_create_buffer[DType.int32](4)
    a.enqueue_fill(7)
    a.enqueue_copy_to(b)
    a.enqueue_copy_from(b)
    var part = b.create_sub_buffer[DType.int32](1, 2)
    print(len(part), Bool(part.unsafe_ptr()), part.context().id())  # 2 True 0
    ```

    ```mojo
    from std.gpu.host import DeviceBuffer, DeviceContext

    var context = DeviceContext()
    var numbers = context.enqueue_create_buffer[DType.int32](4)
    numbers.reassign_ownership_to(context)
    var address = numbers^.take_ptr()
    var again = DeviceBuffer[DType.int32](context, address, 4, owning=True)
    print(len(again))  # 4
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    var numbers = DeviceContext().enqueue_create_buffer[DType.int32](4)
    print(numbers.device_ptr().offset())  # 0
    ```
    """

    comptime type = Self.dtype
    """The format of the numbers."""
    comptime device_type = UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]
    """What a kernel gets: the address of the first number."""

    var _memory: ArcPointer[_Memory]
    var _address: Int
    var _size: Int

    def __init__(out self, context: DeviceContext, size: Int) raises:
        """Room for `size` numbers."""
        self._memory = ArcPointer(_Memory(context, size * Self.dtype.size_of(), on_host=False))
        self._address = self._memory[].address
        self._size = size

    def __init__(
        out self, ctx: DeviceContext, ptr: UnsafePointer[Scalar[Self.dtype], _], size: Int, *, owning: Bool
    ):
        """Memory of the device that exists."""
        self._memory = ArcPointer(_Memory(ctx, Int(ptr), size * Self.dtype.size_of(), owned=owning))
        self._address = Int(ptr)
        self._size = size

    def __init__(out self, memory: ArcPointer[_Memory], address: Int, size: Int):
        """A part of other memory."""
        self._memory = memory
        self._address = address
        self._size = size

    def _home(self) -> UInt64:
        """The bit of the device's number."""
        var device = self._memory[].context._device()
        return HOST_HOME if device.is_host else UInt64(1) << UInt64(device.number)

    def _to_device_type(self, target: UnsafePointer[NoneType, MutAnyOrigin]):
        """A kernel gets the address of the first number."""
        comptime if is_checking():
            note_part(checks()[].parts, self._address, self._size * Self.dtype.size_of())
        target.bitcast[Int]()[] = self._address

    @always_inline
    def __len__(self) -> Int:
        """How many numbers there are."""
        return self._size

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]:
        """The address of the first number; it means something on the device only."""
        return UnsafePointer[Scalar[Self.dtype], MutAnyOrigin](unsafe_from_address=self._address)

    def take_ptr(var self) -> UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]:
        """The address of the first number; the memory is not given back any more."""
        self._memory[].is_owned = False
        return self.unsafe_ptr()

    def context(self) -> DeviceContext:
        """The device whose memory this is."""
        return self._memory[].context

    def create_sub_buffer[view_type: DType](self, offset: Int, size: Int) raises -> DeviceBuffer[view_type]:
        """`size` numbers of this memory, from number `offset` on."""
        var begin = offset * view_type.size_of()
        if offset < 0 or size < 0 or begin + size * view_type.size_of() > self._size * Self.dtype.size_of():
            raise failure("a part of ", size, " numbers does not lie in a buffer of ", self._size)
        return DeviceBuffer[view_type](self._memory, self._address + begin, size)

    def enqueue_fill(self, val: Scalar[Self.dtype]) raises:
        """Puts a number everywhere."""
        comptime size = Self.dtype.size_of()
        fill[size](self.context()._device(), self._address, _pattern(val), self._size)

    @__only_2025("the result is nothing")
    def enqueue_fill(self, val: Scalar[Self.dtype]) raises -> Self:
        """Puts a number everywhere."""
        self.context().enqueue_fill(self, val)
        return self

    def enqueue_copy_to(self, dst: DeviceBuffer[Self.dtype]) raises:
        """Copies all numbers to another buffer."""
        self.context().enqueue_copy(dst, self)

    def enqueue_copy_to(self, dst: HostBuffer[Self.dtype]) raises:
        """Copies all numbers to the host."""
        self.context().enqueue_copy(dst, self)

    def enqueue_copy_to(self, dst_ptr: UnsafePointer[Scalar[Self.dtype], _]) raises:
        """Copies all numbers to memory of the host."""
        self.context().enqueue_copy(dst_ptr, self)

    def enqueue_copy_to(self, dst: Span[mut=True, Scalar[Self.dtype], _]) raises:
        """Copies all numbers to a list, an array or another view."""
        self.context().enqueue_copy(dst, self)

    def enqueue_copy_from(self, src: Span[Scalar[Self.dtype], _]) raises:
        """Copies all numbers from a list, an array or another view."""
        self.context().enqueue_copy(self, src)

    def enqueue_copy_from(self, src: DeviceBuffer[Self.dtype]) raises:
        """Copies all numbers from another buffer."""
        self.context().enqueue_copy(self, src)

    def enqueue_copy_from(self, src: HostBuffer[Self.dtype]) raises:
        """Copies all numbers from the host."""
        self.context().enqueue_copy(self, src)

    def enqueue_copy_from(self, src_ptr: UnsafePointer[Scalar[Self.dtype], _]) raises:
        """Copies all numbers from memory of the host."""
        self.context().enqueue_copy(self, src_ptr)

    def reassign_ownership_to(self, ctx: DeviceContext):
        """The memory is given back after the work of another context."""
        self._memory[].context = ctx

    def map_to_host(self) raises -> _HostMapping[Self.dtype]:
        """In a `with` statement: the numbers as a buffer of the host; its changes come back at the end."""
        return _HostMapping[Self.dtype](self)

    def write_to(self, mut writer: Some[Writer]):
        """Writes `DeviceBuffer([…])`."""
        try:
            var here = HostBuffer[Self.dtype](self.context(), self._size)
            self.enqueue_copy_to(here)
            self.context().synchronize()
            writer.write("DeviceBuffer(")
            here._write_numbers(writer)
            writer.write(")")
        except e:
            writer.write("DeviceBuffer(", e, ")")


struct HostBuffer[dtype: DType](ImplicitlyCopyable, Movable, Sized, Writable):
    """Numbers in memory of the host that a device copies from and to fast. Copies share the memory.

    Example:

    ```mojo
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    var numbers = context.enqueue_create_host_buffer[DType.int32](4)
    context.synchronize()
    numbers[0] = 7
    print(numbers[0])  # 7
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    var host = context.enqueue_create_host_buffer[DType.int32](4)
    var device = context.enqueue_create_buffer[DType.int32](4)
    host.enqueue_fill(7)
    host.enqueue_copy_to(device)
    host.enqueue_copy_from(device)
    context.synchronize()
    print(host.as_span(), host.unsafe_ptr()[0], len(host.create_sub_buffer[DType.int32](1, 2)))  # [7, 7, 7, 7] 7 2
    ```

    ```mojo
    from std.gpu.host import DeviceContext

    var context = DeviceContext()
    context.enqueue_create_host_buffer[DType.int32](4).reassign_ownership_to(context)
    ```
    """

    comptime type = Self.dtype
    """The format of the numbers."""

    var _memory: ArcPointer[_Memory]
    var _address: Int
    var _size: Int

    def __init__(out self, context: DeviceContext, size: Int) raises:
        """Room for `size` numbers."""
        self._memory = ArcPointer(_Memory(context, size * Self.dtype.size_of(), on_host=True))
        self._address = self._memory[].address
        self._size = size

    def __init__(out self, memory: ArcPointer[_Memory], address: Int, size: Int):
        """A part of other memory."""
        self._memory = memory
        self._address = address
        self._size = size

    @always_inline
    def __len__(self) -> Int:
        """How many numbers there are."""
        return self._size

    @always_inline
    def unsafe_ptr(self) -> UnsafePointer[Scalar[Self.dtype], MutAnyOrigin]:
        """The address of the first number."""
        return UnsafePointer[Scalar[Self.dtype], MutAnyOrigin](unsafe_from_address=self._address)

    @always_inline
    def __getitem__(self, idx: Int, *, _at: StaticString = __call_site_text(), _from_end: Bool = __call_site_counts_back()) -> ref[MutAnyOrigin] Scalar[Self.dtype]:
        """A number, counted from the end when the index is negative."""
        return self.unsafe_ptr()[_position(idx, self._size, _at, _from_end)]

    def as_span(self) -> Span[Scalar[Self.dtype], MutAnyOrigin]:
        """The numbers as a view."""
        return Span[Scalar[Self.dtype], MutAnyOrigin](ptr=self.unsafe_ptr(), length=self._size)

    def context(self) -> DeviceContext:
        """The device that copies."""
        return self._memory[].context

    def create_sub_buffer[view_type: DType](self, offset: Int, size: Int) raises -> HostBuffer[view_type]:
        """`size` numbers of this memory, from number `offset` on."""
        var begin = offset * view_type.size_of()
        if offset < 0 or size < 0 or begin + size * view_type.size_of() > self._size * Self.dtype.size_of():
            raise failure("a part of ", size, " numbers does not lie in a buffer of ", self._size)
        return HostBuffer[view_type](self._memory, self._address + begin, size)

    def reassign_ownership_to(self, ctx: DeviceContext):
        """The memory is given back after the work of another context."""
        self._memory[].context = ctx

    def enqueue_fill(self, val: Scalar[Self.dtype]) raises:
        """Puts a number everywhere, after the work before."""
        self.context().synchronize()
        for i in range(self._size):
            self.unsafe_ptr()[i] = val

    @__only_2025("the result is nothing")
    def enqueue_fill(self, val: Scalar[Self.dtype]) raises -> Self:
        """Puts a number everywhere, after the work before."""
        self.context().enqueue_fill(self, val)
        return self

    def enqueue_copy_to(self, dst: DeviceBuffer[Self.dtype]) raises:
        """Copies all numbers to the device."""
        self.context().enqueue_copy(dst, self)

    def enqueue_copy_to(self, dst: HostBuffer[Self.dtype]) raises:
        """Copies all numbers."""
        self.context().enqueue_copy(dst, self)

    def enqueue_copy_from(self, src: DeviceBuffer[Self.dtype]) raises:
        """Copies all numbers from the device."""
        self.context().enqueue_copy(self, src)

    def enqueue_copy_from(self, src: HostBuffer[Self.dtype]) raises:
        """Copies all numbers."""
        self.context().enqueue_copy(self, src)

    def _write_numbers(self, mut writer: Some[Writer]):
        writer.write("[")
        for i in range(self._size):
            if i > 0:
                writer.write(", ")
            writer.write(self.unsafe_ptr()[i])
        writer.write("]")

    def write_to(self, mut writer: Some[Writer]):
        """Writes `HostBuffer([…])`."""
        writer.write("HostBuffer(")
        self._write_numbers(writer)
        writer.write(")")


struct _HostMapping[dtype: DType](Movable):
    """A buffer that stands for one of a device while a `with` statement runs."""

    var device: DeviceBuffer[Self.dtype]
    var host: HostBuffer[Self.dtype]

    def __init__(out self, buffer: DeviceBuffer[Self.dtype]) raises:
        self.device = buffer
        self.host = HostBuffer[Self.dtype](buffer.context(), len(buffer))

    def __enter__(mut self) raises -> HostBuffer[Self.dtype]:
        """The numbers of the device, on the host."""
        self.device.enqueue_copy_to(self.host)
        self.device.context().synchronize()
        return self.host

    def __exit__(mut self) raises:
        """Brings the numbers back."""
        self.device.enqueue_copy_from(self.host)
        self.device.context().synchronize()
