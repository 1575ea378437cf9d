"""Descriptions of tensors for copies of tiles (TMA)."""

from std.gpu._simulator.copies import TensorMap
from std.gpu.host._cuda import _check, _function
from std.gpu.host.device_buffer import DeviceBuffer
from std.gpu.host.info import uses_simulator
from std.utils.index import IndexList


@fieldwise_init
struct TensorMapSwizzle(Equatable, TrivialRegisterPassable):
    """How the 16-byte pieces of a tile's rows are permuted in shared memory, so that columns miss no banks.

    Example:

    ```mojo
    from std.gpu.host.tensor_map import TensorMapSwizzle

    print(TensorMapSwizzle.SWIZZLE_64B.bytes())  # 64
    ```
    """

    var _value: Int32

    comptime SWIZZLE_NONE = TensorMapSwizzle(0)
    """Not at all."""
    comptime SWIZZLE_32B = TensorMapSwizzle(1)
    """Within 32 bytes."""
    comptime SWIZZLE_64B = TensorMapSwizzle(2)
    """Within 64 bytes."""
    comptime SWIZZLE_128B = TensorMapSwizzle(3)
    """Within 128 bytes."""

    @always_inline
    def __eq__(self, other: Self) -> Bool:
        """True for the same permutation."""
        return self._value == other._value

    @always_inline
    def bytes(self) -> Int:
        """Over how many bytes of a row it goes."""
        return 0 if self._value == 0 else 16 << Int(self._value)


@align(64)
struct TMADescriptor(DevicePassable, ImplicitlyCopyable, Movable):
    """A tensor in global memory and the tile that one copy moves: 128 bytes that a kernel takes as an argument.

    Example:

    ```mojo
    from std.gpu.host.tensor_map import TMADescriptor
    from std.sys import size_of

    print(size_of[TMADescriptor]())  # 128
    ```
    """

    comptime device_type = Self
    """What a kernel gets: the same."""

    var data: InlineArray[UInt64, 16]
    """The 128 bytes."""

    def __init__(out self):
        """All zero."""
        self.data = InlineArray[UInt64, 16](fill=0)


def create_tma_descriptor[
    dtype: DType, rank: Int, swizzle: TensorMapSwizzle = TensorMapSwizzle.SWIZZLE_NONE
](
    buffer: DeviceBuffer[dtype], shape: IndexList[rank], tile: IndexList[rank]
) raises -> TMADescriptor:
    """Describes a row-major tensor and its tiles; sizes are given outermost first.

    Example:

    ```mojo
    from std.gpu.host import DeviceContext
    from std.gpu.host.tensor_map import create_tma_descriptor
    from std.utils import Index

    var numbers = DeviceContext().enqueue_create_buffer[DType.float32](64)
    print(len(create_tma_descriptor(numbers, Index(8, 8), Index(4, 8)).data))  # 16
    ```
    """
    var strides = IndexList[rank]()
    var step = 1
    comptime for i in range(rank):
        comptime d = rank - 1 - i
        strides[d] = step
        step *= shape[d]
    return create_tma_descriptor[dtype, rank, swizzle](buffer, shape, strides, tile)


def create_tma_descriptor[
    dtype: DType, rank: Int, swizzle: TensorMapSwizzle = TensorMapSwizzle.SWIZZLE_NONE
](
    buffer: DeviceBuffer[dtype], shape: IndexList[rank], strides: IndexList[rank], tile: IndexList[rank]
) raises -> TMADescriptor:
    """Describes a tensor by its sizes and strides (outermost first, the last stride 1) and its tiles."""
    return _describe[dtype, rank, swizzle](buffer._address, shape, strides, tile)


def _describe[
    dtype: DType, rank: Int, swizzle: TensorMapSwizzle
](address: Int, shape: IndexList[rank], strides: IndexList[rank], tile: IndexList[rank]) raises -> TMADescriptor:
    comptime assert rank >= 1 and rank <= 5, "tensors have one to five dimensions here"
    # The hardware counts dimensions from the innermost on.
    var sizes = InlineArray[UInt64, 5](fill=1)
    var bytes = InlineArray[UInt64, 5](fill=0)
    var boxes = InlineArray[UInt32, 5](fill=1)
    comptime for i in range(rank):
        comptime d = rank - 1 - i
        sizes[i] = UInt64(shape[d])
        boxes[i] = UInt32(tile[d])
        if i > 0:
            bytes[i - 1] = UInt64(strides[d] * dtype.size_of())
    _check_description[dtype, rank](address, bytes, boxes, strides[rank - 1])
    comptime if uses_simulator():
        return _simulated[dtype, rank](address, sizes, bytes, boxes, swizzle.bytes())
    else:
        return _encoded[dtype, rank](address, sizes, bytes, boxes, swizzle)


def _check_description[
    dtype: DType, rank: Int
](address: Int, bytes: InlineArray[UInt64, 5], boxes: InlineArray[UInt32, 5], innermost: Int) raises:
    if innermost != 1:
        raise Error("CUDA_ERROR_INVALID_VALUE: the innermost stride of a tensor must be 1, not ", innermost)
    if address % 16 != 0:
        raise Error("CUDA_ERROR_INVALID_VALUE: a tensor must begin at a multiple of 16 bytes")
    for i in range(rank - 1):
        if bytes[i] % 16 != 0:
            raise Error("CUDA_ERROR_INVALID_VALUE: strides must be multiples of 16 bytes, not ", bytes[i])
    for i in range(rank):
        if boxes[i] == 0 or boxes[i] > 256:
            raise Error("CUDA_ERROR_INVALID_VALUE: the sizes of a tile are 1 to 256, not ", boxes[i])
    if Int(boxes[0]) * dtype.size_of() % 16 != 0:
        raise Error("CUDA_ERROR_INVALID_VALUE: the rows of a tile must be multiples of 16 bytes")


def _simulated[
    dtype: DType, rank: Int
](
    address: Int,
    sizes: InlineArray[UInt64, 5],
    bytes: InlineArray[UInt64, 5],
    boxes: InlineArray[UInt32, 5],
    swizzle: Int,
) -> TMADescriptor:
    var tensor = TensorMap(address, rank, dtype.size_of(), swizzle, dtype.is_floating_point())
    for i in range(5):
        tensor.sizes[i] = UInt32(sizes[i])
        tensor.boxes[i] = UInt16(boxes[i])
        if i < 4:
            tensor.strides[i] = Int(bytes[i])
    var descriptor = TMADescriptor()
    comptime assert __size_of[TensorMap]() <= 128, "a simulated description fits into 128 bytes"
    UnsafePointer(to=descriptor).bitcast[TensorMap]()[] = tensor
    return descriptor


def _element_type[dtype: DType]() -> Int32:
    # The driver's numbers for element types.
    comptime if dtype == DType.uint8 or dtype == DType.int8 or dtype.size_of() == 1:
        return 0
    elif dtype == DType.uint16 or dtype == DType.int16:
        return 1
    elif dtype == DType.uint32:
        return 2
    elif dtype == DType.int32:
        return 3
    elif dtype == DType.uint64:
        return 4
    elif dtype == DType.int64:
        return 5
    elif dtype == DType.float16:
        return 6
    elif dtype == DType.float32:
        return 7
    elif dtype == DType.float64:
        return 8
    else:
        comptime assert dtype == DType.bfloat16, "tensors of this type cannot be copied by tiles"
        return 9


comptime _Numbers = UnsafePointer[Byte, MutAnyOrigin]


def _encoded[
    dtype: DType, rank: Int
](
    address: Int,
    sizes: InlineArray[UInt64, 5],
    bytes: InlineArray[UInt64, 5],
    boxes: InlineArray[UInt32, 5],
    swizzle: TensorMapSwizzle,
) raises -> TMADescriptor:
    var elements = InlineArray[UInt32, 5](fill=1)
    # The driver wants the result at a multiple of 64.
    var place = UnsafePointer[Byte, MutAnyOrigin].alloc(128, alignment=64)
    # result, type, rank, address, sizes, strides, tile, element strides, interleave, swizzle, L2 promotion, fill
    var function = _function[
        def(
            _Numbers, Int32, UInt32, Int, _Numbers, _Numbers, _Numbers, _Numbers, Int32, Int32, Int32, Int32
        ) thin abi("C") -> Int32,
        "cuTensorMapEncodeTiled",
    ]()
    var status = function(
        place,
        _element_type[dtype](),
        UInt32(rank),
        address,
        _bytes_of(sizes),
        _bytes_of(bytes),
        _bytes_of(boxes),
        _bytes_of(elements),
        Int32(0),
        swizzle._value,
        Int32(2),
        Int32(0),
    )
    var descriptor = TMADescriptor()
    UnsafePointer(to=descriptor).bitcast[InlineArray[UInt64, 16]]()[] = place.bitcast[InlineArray[UInt64, 16]]()[].copy()
    place.free()
    _check(status, "cuTensorMapEncodeTiled")
    return descriptor


@always_inline
def _bytes_of[T: AnyType](ref value: T) -> _Numbers:
    return _Numbers(mlir_value=__address_of(value))
