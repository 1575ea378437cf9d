"""Asynchronous copies on the simulated device. They are done at once, which every program must be able to bear."""

from std.gpu._simulator.check import READ, WRITE, checks, is_checking, note_written, touch
from std.gpu._simulator.check_copies import begin_copy
from std.gpu._simulator.mbarrier import MemoryBarrier, announce
from std.gpu._simulator.state import Bytes, Failure, SharedBytes, fail

comptime GlobalBytes = UnsafePointer[Byte, MutAnyOrigin, address_space = AddressSpace.GLOBAL]


@always_inline
def copy_to_shared[size: Int](target: SharedBytes, source: GlobalBytes, count: UInt32 = UInt32(size)):
    """Copies `count` of `size` bytes; the others become zero."""
    if (Int(target) | Int(source)) % size != 0:
        fail(Failure.ALIGNMENT)
    comptime if is_checking():
        touch(Int(source), Int(count), READ, 1)
        touch(Int(target), size, WRITE, 1)
        begin_copy(checks()[].copies, Int(target), size)
    for i in range(size):
        target[i] = source[i] if UInt32(i) < count else Byte(0)


def copy_bulk_to_shared(target: Int, barrier: MemoryBarrier, source: GlobalBytes, size: UInt32):
    """Copies bytes and tells the barrier."""
    copy_bulk(target, Int(source), Int(size))
    comptime if is_checking():
        begin_copy(checks()[].copies, target, Int(size), Int(barrier))
    announce(barrier, -Int(size))


def copy_bulk_to_global(target: GlobalBytes, source: SharedBytes, size: UInt32):
    """Copies bytes."""
    copy_bulk(Int(target), Int(source), Int(size))


def copy_bulk(target: Int, source: Int, size: Int):
    """Copies pieces of 16 bytes."""
    if (target | source | size) % 16 != 0:
        fail(Failure.ALIGNMENT)
    comptime if is_checking():
        touch(source, size, READ, 1)
    var to = Bytes(unsafe_from_address=target)
    var origin = Bytes(unsafe_from_address=source)
    for i in range(size):
        to[i] = origin[i]
    comptime if is_checking():
        note_written(target, size)


# -- tiles of tensors ---------------------------------------------------------------------------------------


struct TensorMap(TrivialRegisterPassable):
    """A tensor in global memory and the tile that one copy moves; dimension 0 is the innermost. 128 bytes."""

    var address: Int
    var rank: Int32
    var element_size: Int32
    var swizzle: Int32
    """The bytes of a row over which 16-byte pieces are permuted: 0, 32, 64 or 128."""
    var is_float: Int32
    var sizes: SIMD[DType.uint32, 8]
    var boxes: SIMD[DType.uint16, 8]
    var strides: InlineArray[Int, 4]
    """Bytes from one index to the next in dimensions 1 to 4."""

    def __init__(out self, address: Int, rank: Int, element_size: Int, swizzle: Int, is_float: Bool):
        """A tensor whose sizes and strides are set later."""
        self.address = address
        self.rank = Int32(rank)
        self.element_size = Int32(element_size)
        self.swizzle = Int32(swizzle)
        self.is_float = Int32(1) if is_float else Int32(0)
        self.sizes = SIMD[DType.uint32, 8](1)
        self.boxes = SIMD[DType.uint16, 8](1)
        self.strides = InlineArray[Int, 4](fill=0)


struct Tile:
    """What a copy of a tile does with it."""

    comptime LOAD = 0
    comptime STORE = 1
    comptime ADD = 2


comptime Coordinates = SIMD[DType.int32, 8]


def copy_tile[mode: Int](descriptor: Bytes, shared: Int, position: Coordinates) -> Int:
    """Copies one tile between global and shared memory; elements outside the tensor are zero. Gives its bytes."""
    var tensor = descriptor.bitcast[TensorMap]()
    var size = Int(tensor[].element_size)
    if size < 1 or size > 8 or tensor[].rank < 1 or tensor[].rank > 5:
        fail(Failure.TENSOR)
    var count = 1
    for d in range(5):
        count *= Int(tensor[].boxes[d])
    for i in range(count):
        var rest = i
        var inside = True
        var address = tensor[].address
        for d in range(5):
            var index = rest % Int(tensor[].boxes[d]) + Int(position[d])
            rest //= Int(tensor[].boxes[d])
            inside = inside and index >= 0 and index < Int(tensor[].sizes[d])
            address += index * (size if d == 0 else tensor[].strides[d - 1])
        var place = Bytes(unsafe_from_address=swizzled(shared + i * size, Int(tensor[].swizzle)))
        comptime if mode == Tile.LOAD:
            for k in range(size):
                place[k] = Bytes(unsafe_from_address=address)[k] if inside else Byte(0)
            comptime if is_checking():
                note_written(Int(place), size)
        elif mode == Tile.STORE:
            for k in range(size):
                if inside:
                    Bytes(unsafe_from_address=address)[k] = place[k]
            comptime if is_checking():
                if inside:
                    note_written(address, size)
        else:
            if inside:
                _add(Bytes(unsafe_from_address=address), place, size, tensor[].is_float != 0)
    return count * size


@always_inline
def swizzled(address: Int, width: Int) -> Int:
    """Where something lies that would be at an address if 16-byte pieces were not permuted over `width` bytes."""
    # Bits 4-6 (or fewer) of the address are combined with bits 7-9.
    if width == 0:
        return address
    return address ^ (((address >> 7) & (width // 16 - 1)) << 4)


def _add(target: Bytes, source: Bytes, size: Int, is_float: Bool):
    if is_float and size == 4:
        target.bitcast[Float32]()[] += source.bitcast[Float32]()[]
    elif is_float and size == 2:
        target.bitcast[Float16]()[] += source.bitcast[Float16]()[]
    elif is_float:
        target.bitcast[Float64]()[] += source.bitcast[Float64]()[]
    elif size == 4:
        target.bitcast[UInt32]()[] += source.bitcast[UInt32]()[]
    else:
        target.bitcast[UInt64]()[] += source.bitcast[UInt64]()[]
