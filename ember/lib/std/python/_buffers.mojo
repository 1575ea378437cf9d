"""Memory that belongs to Python objects, seen from Mojo without a copy: the buffer protocol and DLPack."""

from std.python._cpython import PyObjectPtr, _call, _drop
from std.python._errors import sentence, take_error, type_error
from std.python._library import _Address

comptime _WRITABLE = 1
comptime _FORMAT = 4
comptime _C_CONTIGUOUS = 0x38
comptime _ON_HOST = 1
comptime _PINNED = 3


struct _PyBuffer(ImplicitlyCopyable, Movable):
    """Python's `Py_buffer`."""

    var data: _Address
    var owner: PyObjectPtr
    var size: Int
    var item_size: Int
    var is_readonly: Int32
    var rank: Int32
    var format: _Address
    var shape: _Address
    var strides: _Address
    var suboffsets: _Address
    var internal: _Address

    def __init__(out self):
        self.data = _Address()
        self.owner = PyObjectPtr()
        self.size = 0
        self.item_size = 0
        self.is_readonly = 0
        self.rank = 0
        self.format = _Address()
        self.shape = _Address()
        self.strides = _Address()
        self.suboffsets = _Address()
        self.internal = _Address()


struct _Tensor(ImplicitlyCopyable, Movable):
    """DLPack's `DLTensor`."""

    var data: _Address
    var device_kind: Int32
    var device_number: Int32
    var rank: Int32
    var code: UInt8
    var bits: UInt8
    var lanes: UInt16
    var shape: UnsafePointer[Int64, MutAnyOrigin]
    var strides: UnsafePointer[Int64, MutAnyOrigin]
    var byte_offset: UInt64


@fieldwise_init
struct _Memory(ImplicitlyCopyable, Movable):
    """Numbers in a row."""

    var data: _Address
    var count: Int


struct _Held(Movable):
    """What must stay as it is until a call returns: locked buffers and DLPack capsules."""

    var _buffers: List[UnsafePointer[_PyBuffer, MutAnyOrigin]]
    var _objects: List[PyObjectPtr]

    @always_inline
    def __init__(out self):
        self._buffers = List[UnsafePointer[_PyBuffer, MutAnyOrigin]]()
        self._objects = List[PyObjectPtr]()

    @always_inline
    def __deinit__(deinit self):
        for i in range(len(self._buffers)):
            _call["PyBuffer_Release", NoneType](self._buffers[i])
            self._buffers[i].free()
        for i in range(len(self._objects)):
            _drop(self._objects[i])

    @no_inline
    def lock(mut self, object: PyObjectPtr, position: Int, wanted: _Format, is_mutable: Bool) raises -> _Memory:
        """The numbers of an object, which must be of the given format and in a row."""
        if _call["PyObject_CheckBuffer", Int32](object) != 0:
            return self._lock_buffer(object, position, wanted, is_mutable)
        return self._lock_tensor(object, position, wanted)

    def _lock_buffer(
        mut self, object: PyObjectPtr, position: Int, wanted: _Format, is_mutable: Bool
    ) raises -> _Memory:
        from std.python._arguments import argument

        var flags = _C_CONTIGUOUS | _FORMAT | (_WRITABLE if is_mutable else 0)
        var view = _new_buffer()
        if _call["PyObject_GetBuffer", Int32](object, view, Int32(flags)) != 0:
            view.free()
            var reason = String(take_error())
            raise type_error(
                sentence(argument(position), " must be a contiguous array of ", wanted.name, ": ", reason)
            )
        self._buffers.append(view)
        if _kind_of_format(view[].format) != wanted.kind or view[].item_size != wanted.size:
            var found = String(unsafe_from_utf8_ptr=view[].format) if view[].format else String("B")
            raise type_error(
                sentence(argument(position), " must be an array of ", wanted.name, "; its format is '", found, "'")
            )
        return _Memory(view[].data, view[].size // wanted.size)

    def _lock_tensor(mut self, object: PyObjectPtr, position: Int, wanted: _Format) raises -> _Memory:
        from std.python._arguments import wrong_type

        var name = String("__dlpack__")
        var method = _call["PyObject_GetAttrString", PyObjectPtr](object, name.unsafe_cstr_ptr())
        _ = name^
        if not method:
            raise wrong_type(object, position, sentence("an array of ", wanted.name))
        var capsule = _call["PyObject_CallNoArgs", PyObjectPtr](method)
        _drop(method)
        if not capsule:
            raise take_error()
        self._objects.append(capsule)
        var label = String("dltensor")
        var tensor = _call["PyCapsule_GetPointer", UnsafePointer[_Tensor, MutAnyOrigin]](
            capsule, label.unsafe_cstr_ptr()
        )
        _ = label^
        if not tensor:
            raise take_error()
        var count = _check_tensor(tensor, position, wanted)
        return _Memory(tensor[].data + Int(tensor[].byte_offset), count)


def _new_buffer() -> UnsafePointer[_PyBuffer, MutAnyOrigin]:
    var place = _allocate_bytes(__size_of[_PyBuffer]()).bitcast[_PyBuffer]()
    place.init_pointee_move(_PyBuffer())
    return place


def _allocate_bytes(size: Int) -> _Address:
    from std.memory.memory import _allocate

    return _Address(mlir_value=_allocate(size))


comptime _SIGNED = 0
comptime _UNSIGNED = 1
comptime _FLOAT = 2
comptime _BRAIN_FLOAT = 4
comptime _TRUTH = 6


@fieldwise_init
struct _Format(ImplicitlyCopyable, Movable):
    """A number format: DLPack's code for its kind, and its size in bytes."""

    var kind: Int
    var size: Int
    var name: StaticString

    @staticmethod
    @always_inline
    def of[dtype: DType]() -> Self:
        comptime if dtype == DType.bool:
            return Self(_TRUTH, 1, "bool")
        elif dtype == DType.bfloat16:
            return Self(_BRAIN_FLOAT, 2, "bfloat16")
        elif dtype.is_floating_point():
            return Self(_FLOAT, dtype.size_of(), _name_of[dtype]())
        elif dtype.is_unsigned():
            return Self(_UNSIGNED, dtype.size_of(), _name_of[dtype]())
        else:
            return Self(_SIGNED, dtype.size_of(), _name_of[dtype]())


def _name_of[dtype: DType]() -> StaticString:
    comptime if dtype == DType.float64:
        return "float64"
    elif dtype == DType.float32:
        return "float32"
    elif dtype == DType.float16:
        return "float16"
    elif dtype == DType.int8:
        return "int8"
    elif dtype == DType.int16:
        return "int16"
    elif dtype == DType.int32:
        return "int32"
    elif dtype == DType.uint8:
        return "uint8"
    elif dtype == DType.uint16:
        return "uint16"
    elif dtype == DType.uint32:
        return "uint32"
    elif dtype.is_unsigned():
        return "uint64"
    else:
        return "int64"


def _kind_of_format(format: _Address) -> Int:
    # The same for a format of the `struct` module; -1 for what is not a plain number.
    if not format:
        return _UNSIGNED
    var at = 0
    if _is_one_of(format[0], "@=<"):
        at = 1
    if format[at] == 0 or format[at + 1] != 0:
        return -1
    if _is_one_of(format[at], "bhilqn"):
        return _SIGNED
    if _is_one_of(format[at], "BHILQN"):
        return _UNSIGNED
    if _is_one_of(format[at], "efd"):
        return _FLOAT
    return _TRUTH if _is_one_of(format[at], "?") else -1


def _is_one_of(letter: UInt8, letters: StaticString) -> Bool:
    var bytes = _Address(mlir_value=letters._data)
    for i in range(letters.byte_length()):
        if bytes[i] == letter:
            return True
    return False


def _check_tensor(
    tensor: UnsafePointer[_Tensor, MutAnyOrigin], position: Int, wanted: _Format
) raises -> Int:
    # How many numbers a tensor holds; raises if they are of another format, elsewhere, or not in a row.
    from std.python._arguments import argument

    var device = Int(tensor[].device_kind)
    if device != _ON_HOST and device != _PINNED:
        raise type_error(sentence(argument(position), " is on a device, not in the host's memory"))
    var fits = Int(tensor[].code) == wanted.kind and Int(tensor[].bits) == 8 * wanted.size
    if wanted.kind == _TRUTH:  # older versions of DLPack call truth values unsigned bytes
        fits = tensor[].bits == 8 and (Int(tensor[].code) == _TRUTH or Int(tensor[].code) == _UNSIGNED)
    if not fits or tensor[].lanes != 1:
        raise type_error(sentence(argument(position), " must be an array of ", wanted.name))
    var count = 1
    for back in range(Int(tensor[].rank)):
        var axis = Int(tensor[].rank) - 1 - back
        var length = Int(tensor[].shape[axis])
        if tensor[].strides and length > 1 and Int(tensor[].strides[axis]) != count:
            raise type_error(sentence(argument(position), " must be contiguous"))
        count *= length
    return count
