"""print and input."""

from std.ffi import external_call
from std.format import _have_text, write_value
from std.io.file_descriptor import FileDescriptor, _write_all, stdout

comptime _CAPACITY = 512


struct _PrintBuffer(Movable, Writer):
    """Collects text and hands it to the operating system in large pieces."""

    var storage: __mlir_type[`!pop.array<`, _CAPACITY, `, `, UInt8, `>`]
    var count: Int
    var descriptor: Int

    @always_inline
    def __init__(out self, descriptor: Int):
        self.storage = __mlir_op.`kgen.undefined`[_type = __mlir_type[`!pop.array<`, _CAPACITY, `, `, UInt8, `>`]]()
        self.count = 0
        self.descriptor = descriptor

    @always_inline
    def write_string(mut self, string: StringSlice[ImmAnyOrigin]):
        self._put(string._data, string.byte_length())

    @no_inline
    def _put(mut self, data: __mlir_type.`!kgen.pointer<none>`, size: Int):
        if self.count + size > _CAPACITY:
            self._flush()
            if size > _CAPACITY:
                _write_all(self.descriptor, data, size)
                return
        __mlir_op.`pop.memcpy`[overlapping=False](
            __mlir_op.`pop.offset`[element=UInt8](__address_of(self.storage), self.count._index()), data, size._index()
        )
        self.count += size

    @no_inline
    def _flush(mut self):
        _write_all(self.descriptor, __address_of(self.storage), self.count)
        self.count = 0


@no_inline
def print[
    *Ts: AnyType
](
    *values: *Ts,
    sep: StringSlice[ImmAnyOrigin] = " ",
    end: StringSlice[ImmAnyOrigin] = "\n",
    flush: Bool = False,
    file: FileDescriptor = stdout,
) where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be printed"):
    r"""Writes the text of all values, `sep` between them and `end` after them.

    Example:

    ```mojo
    print("a", 1, sep="-", end="!\n")  # a-1!
    ```
    """
    var buffer = _PrintBuffer(file.value)
    comptime for i in range(Ts.__len__()):
        comptime if i > 0:
            buffer.write_string(sep)
        write_value(values[i], buffer)
    buffer.write_string(end)
    buffer._flush()


def input(prompt: StringSlice[ImmAnyOrigin] = "") raises -> String:
    """A line from the standard input, without its end; raises at the end of the input.

    Example:

    ```mojo no-run
    var name = input("Your name: ")
    print("Hello,", name)
    ```
    """
    if prompt.byte_length() > 0:
        _write_all(1, prompt._data, prompt.byte_length())
    var line = String()
    var byte = UInt8(0)
    var anything = False
    while external_call["read", Int](Int32(0), __address_of(byte), 1) == 1:
        anything = True
        if byte == 10:
            return line^
        line._append_byte(byte)
    if not anything:
        raise Error("EOF")
    return line^
