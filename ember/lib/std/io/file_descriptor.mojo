"""FileDescriptor: the operating system's number of an open file."""

from std.ffi import external_call


trait _OpenFile(AnyType):
    # What has a number from the operating system.

    def _get_raw_fd(self) -> Int:
        ...


struct FileDescriptor(TrivialRegisterPassable, Writer):
    """A number the operating system gave for an open file.

    Example:

    ```mojo
    from std.io.file_descriptor import FileDescriptor

    var out = FileDescriptor(1)
    print("hello", file=out)  # hello
    ```

    ```mojo
    from std.io.file_descriptor import FileDescriptor

    var out = FileDescriptor(1)
    out.write_string("hello ")
    out.write_bytes("there".as_bytes())
    print(" ", out.isatty(), sep="", flush=True)
    ```

    ```mojo
    from std.io.file_descriptor import FileDescriptor

    var input = FileDescriptor(0)
    var buffer = List[UInt8](length=4, fill=0)
    print(input.read_bytes(Span(buffer)) >= 0)  # True
    ```

    ```mojo
    from std.io.file_descriptor import FileDescriptor

    var file = open("/dev/null", "w")
    print("unseen", file=FileDescriptor(file))
    file.close()
    ```
    """

    var value: Int
    """The number."""

    @always_inline
    @implicit
    def __init__(out self, value: Int = 1):
        """Wraps a number."""
        self.value = value

    @always_inline
    def __init__(out self, value: Int32):
        """Wraps a number."""
        self.value = Int(value)

    @always_inline
    def __init__[T: _OpenFile, //](out self, file: T):
        """The number of an open file, which must live as long as the number is used."""
        self.value = file._get_raw_fd()

    @always_inline
    def write_string(mut self, string: StringSlice[ImmAnyOrigin]):
        """Writes a text at once."""
        _write_all(self.value, string._data, string.byte_length())

    def write_bytes(mut self, bytes: Span[Byte, _]):
        """Writes bytes at once."""
        _write_all(self.value, bytes._data.address, len(bytes))

    def read_bytes(mut self, buffer: Span[mut=True, Byte, _]) -> Int:
        """Fills the buffer from the file; gives how many bytes arrived."""
        return external_call["read", Int](Int32(self.value), buffer._data.address, len(buffer))

    def isatty(self) -> Bool:
        """True for a terminal."""
        return external_call["isatty", Int32](Int32(self.value)) != 0


comptime stdin = FileDescriptor(0)
"""What is typed or piped into the program.

Example:

```mojo
from std.io.file_descriptor import stderr, stdout

print("to the output", file=stdout)  # to the output
if stderr.isatty():
    print("a message", file=stderr)
```
"""
comptime stdout = FileDescriptor(1)
"""Where the program's output goes."""
comptime stderr = FileDescriptor(2)
"""Where messages go."""


comptime _LOST: StaticString = "cannot write to the standard output"
comptime _INTERRUPTED = 4
comptime _CLOSED = 9


@no_inline
def _write_all(descriptor: Int, data: __mlir_type.`!kgen.pointer<none>`, size: Int):
    # Writes all bytes, in several steps if the system wants that.
    comptime if __target_info["arch"]() == "nvptx64" and __target_info["simulated"]() == 0:
        from std.gpu._output import write_from_kernel

        write_from_kernel(data, size)
    else:
        comptime assert __target_info["arch"]() != "amdgcn", "kernels for AMD GPUs cannot print"
        var done = 0
        while done < size:
            var place = __mlir_op.`pop.offset`[element=UInt8](data, done._index())
            var count = external_call["write", Int](Int32(descriptor), place, size - done)
            if count >= 0:
                done += count
                continue
            comptime if __target_info["simulated"]() == 1:
                return
            else:
                if _is_final(descriptor):
                    return


def _is_final(descriptor: Int) -> Bool:
    # Whether a failed write is not to be tried again. A program whose output is lost ends, unless it was closed on purpose.
    comptime if __target_info["simulated"]() != 0:
        return True
    var address = __mlir_op.`pop.external_call`[
        name="__errno_location", fixed=-1, _type=__mlir_type.`!kgen.pointer<none>`
    ]()
    var number = Int(Int32(mlir_value=__mlir_op.`pop.load`[_type=__mlir_type.`!pop.scalar<si32>`](address)))
    if descriptor == 1 and number != _CLOSED and number != _INTERRUPTED:
        __mlir_op.`pop.external_call`[name="perror", fixed=-1](_LOST._data)
        __mlir_op.`pop.external_call`[name="exit", fixed=-1](Int32(1))
    return number != _INTERRUPTED


def _write_error_text(text: StringSlice[ImmAnyOrigin]):
    # A text to the standard error output.
    _write_all(2, text._data, text.byte_length())
