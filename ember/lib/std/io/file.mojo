"""Files: open, read, write, seek, close."""

from std.ffi import external_call
from std.io.file_descriptor import _OpenFile, _write_all
from std.os._errno import _error_text
from std.os.pathlike import PathLike


struct FileHandle(Deinitable, Movable, Writer, _OpenFile):
    """An open file; it closes itself when dropped.

    Example:

    ```mojo
    from std.tempfile import NamedTemporaryFile

    with NamedTemporaryFile() as temporary:
        var file = open(temporary.name, "w")
        file.write("hello")
        file.close()
        print(open(temporary.name, "r").read())  # hello
    ```

    ```mojo
    from std.tempfile import NamedTemporaryFile

    with NamedTemporaryFile() as temporary:
        with open(temporary.name, "w") as file:
            file.write_string("hello")
            file.write_bytes("!".as_bytes())
        with open(temporary.name, "r") as file:
            _ = file.seek(1)
            print(len(file.read_bytes(3)), file.read())  # 3 o!
    ```

    ```mojo
    from std.tempfile import NamedTemporaryFile

    with NamedTemporaryFile(mode="rw") as file:
        with open(file.name, "w") as out:
            out.write_all("abc".as_bytes())
        print(open(file.name, "r").read())  # abc
    ```
    """

    var descriptor: Int
    """The number of the open file; -1 when it is closed."""

    def __init__(out self):
        """No file."""
        self.descriptor = -1

    def __init__(out self, path: StringSlice[ImmAnyOrigin], mode: StringSlice[ImmAnyOrigin]) raises:
        """Opens a file: `r`, `w`, `a`, `rw` with an optional `b`. Those that write make the folders it is in."""
        var flags: Int
        if mode == "r" or mode == "rb":
            flags = 0
        elif mode == "w" or mode == "wb":
            flags = 0x241
        elif mode == "a" or mode == "ab":
            flags = 0x441
        elif mode == "rw" or mode == "r+" or mode == "w+" or mode == "rwb":
            flags = 0x42
        else:
            raise Error('invalid mode: "', mode, '". Can only be one of: {"r", "w", "rw", "a"}')
        if flags != 0:
            _make_folders_of(path)
        var name = String(path)
        self.descriptor = Int(
            external_call["open", Int32](name.unsafe_cstr_ptr().address, Int32(flags), Int32(0o666))
        )
        _ = name^
        if self.descriptor < 0:
            raise Error("Failed to open file '", path, "': ", _error_text())

    def __init__(out self, *, deinit move: Self):
        """Takes the file over."""
        self.descriptor = move.descriptor

    def __deinit__(deinit self):
        """Closes the file."""
        if self.descriptor >= 0:
            _ = external_call["close", Int32](Int32(self.descriptor))

    def __enter__(var self) -> Self:
        """The file itself."""
        return self^

    def close(mut self) raises:
        """Closes the file."""
        if self.descriptor < 0:
            return
        _ = external_call["close", Int32](Int32(self.descriptor))
        self.descriptor = -1

    def _check_open(self) raises:
        if self.descriptor < 0:
            raise Error("invalid file handle")

    def read(self, size: Int = -1) raises -> String:
        """The text from here on, at most `size` bytes of it."""
        return String(unsafe_from_utf8=self.read_bytes(size))

    def read_bytes(self, size: Int = -1) raises -> List[Byte]:
        """The bytes from here on, at most `size` of them."""
        self._check_open()
        var result = List[Byte]()
        var wanted = size
        while wanted != 0:
            var step = 65536 if wanted < 0 or wanted > 65536 else wanted
            result.reserve(len(result) + step)
            var place = result.unsafe_ptr() + len(result)
            var count = external_call["read", Int](Int32(self.descriptor), place.address, step)
            if count < 0:
                raise Error("Failed to read from file: ", _error_text())
            if count == 0:
                break
            result._set_length(len(result) + count)
            if wanted > 0:
                wanted -= count
        return result^

    def read[dtype: DType, origin: MutOrigin](self, buffer: Span[Scalar[dtype], origin]) raises -> Int:
        """Fills the buffer; gives how many bytes arrived."""
        self._check_open()
        var count = external_call["read", Int](
            Int32(self.descriptor), buffer._data.address, len(buffer) * dtype.size_of()
        )
        if count < 0:
            raise Error("Failed to read from file: ", _error_text())
        return count

    def seek(self, offset: Int, whence: Int = 0) raises -> Int:
        """Goes to a position counted from the start (0), here (1) or the end (2)."""
        self._check_open()
        var position = external_call["lseek", Int](Int32(self.descriptor), offset, Int32(whence))
        if position < 0:
            raise Error("seek error: ", _error_text())
        return position

    def write_string(mut self, string: StringSlice[ImmAnyOrigin]):
        """Writes a text."""
        _write_all(self.descriptor, string._data, string.byte_length())

    def write_bytes(mut self, bytes: Span[Byte, _]):
        """Writes bytes."""
        _write_all(self.descriptor, bytes._data.address, len(bytes))

    def _get_raw_fd(self) -> Int:
        return self.descriptor

    def write_all(mut self, bytes: Span[Byte, _]):
        """Writes all bytes."""
        self.write_bytes(bytes)


def _make_folders_of(path: StringSlice[ImmAnyOrigin]):
    # Makes every folder on the way to a file that is not there yet; opening the file tells whether that went well.
    var bytes = path.as_bytes()
    for i in range(1, len(bytes)):
        if bytes[i] == UInt8(ord("/")):
            var folder = String(path[byte=:i])
            _ = external_call["mkdir", Int32](folder.unsafe_cstr_ptr().address, UInt32(0o777))
            _ = folder^


def open(path: StringSlice[ImmAnyOrigin], mode: StringSlice[ImmAnyOrigin] = "r") raises -> FileHandle:
    """Opens a file.

    Example:

    ```mojo
    with open("/dev/null", "r") as file:
        print(file.read() == "")  # True
    ```
    """
    return FileHandle(path, mode)


def open[T: PathLike](path: T, mode: StringSlice[ImmAnyOrigin] = "r") raises -> FileHandle:
    """Opens a file."""
    return FileHandle(path.__fspath__(), mode)
