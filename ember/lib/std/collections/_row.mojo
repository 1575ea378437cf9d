"""The elements of a long literal while they are being made."""

from std.memory.memory import _free, _malloc, destroy_n


struct _Row[T: AnyType](Movable):
    """Elements in one piece of memory. Where making the next one raises, it ends those that are there: one call, however many
    there are. Nothing of it is inlined, because a literal adds thousands of times."""

    var _data: UnsafePointer[Self.T, MutAnyOrigin]
    var _length: Int

    @no_inline
    def __init__(out self, count: Int):
        self._data = _malloc[Self.T](count)
        self._length = 0

    @no_inline
    def add(mut self, var value: Self.T):
        (self._data + self._length).init_pointee_move(value^)
        self._length += 1

    @no_inline
    def __deinit__(deinit self):
        destroy_n(self._data, self._length)
        _free(self._data.address)

    def _forget_elements(mut self):
        self._length = 0

    def _forget(mut self):
        self._length = 0
        self._data = UnsafePointer[Self.T, MutAnyOrigin]()


struct _Table[T: TrivialRegisterPassable](Movable):
    """The numbers of a literal's elements that differ in nothing else, and how many were taken."""

    var _data: UnsafePointer[Self.T, ImmutAnyOrigin]
    var _left: Int

    @always_inline
    def __init__(out self, *, __constants__: __mlir_type.`!kgen.pointer<none>`, count: Int):
        self._data = UnsafePointer[Self.T, ImmutAnyOrigin](mlir_value=__constants__)
        self._left = count

    @always_inline
    def more(self) -> Bool:
        return self._left > 0

    @always_inline
    def next(mut self) -> Self.T:
        var value = self._data[]
        self._data += 1
        self._left -= 1
        return value
