"""Temporary files and directories."""

from std.format import _have_text
from std.io.file import FileHandle
from std.os.env import getenv
from std.os.os import getpid, listdir, mkdir, remove, rmdir
from std.os.path.path import exists, isdir, islink
from std.time import perf_counter_ns


def gettempdir() -> Optional[String]:
    """Where temporary files go.

    Example:

    ```mojo
    from std.tempfile import gettempdir

    print(Bool(gettempdir()))  # True
    ```
    """
    for name in [String("TMPDIR"), String("TEMP"), String("TMP")]:
        var found = getenv(name)
        if found.byte_length() > 0 and isdir(found):
            return found
    if isdir("/tmp"):
        return String("/tmp")
    return None


def _fresh_name(prefix: StringSlice[ImmAnyOrigin], suffix: StringSlice[ImmAnyOrigin], dir: Optional[String]) raises -> String:
    # A path that does not exist yet.
    var folder = dir.value() if dir else gettempdir().or_else(String("."))
    for attempt in range(1000):
        var number = UInt64(perf_counter_ns()) * 6364136223846793005 + UInt64(getpid() + attempt)
        var path = String(folder, "/", prefix, hex(number, prefix=""), suffix)
        if not exists(path):
            return path^
    raise Error("no usable temporary name found")


def mkdtemp(suffix: String = "", prefix: String = "tmp", dir: Optional[String] = None) raises -> String:
    """Makes a directory with a name of its own.

    Example:

    ```mojo
    from std.os import rmdir
    from std.tempfile import mkdtemp

    var folder = mkdtemp(prefix="example")
    rmdir(folder)
    ```
    """
    var path = _fresh_name(prefix, suffix, dir)
    mkdir(path, 0o700)
    return path^


def _remove_tree(path: String) raises:
    for name in listdir(path):
        var inner = path + "/" + name
        if isdir(inner) and not islink(inner):
            _remove_tree(inner)
        else:
            remove(inner)
    rmdir(path)


struct TemporaryDirectory(Movable):
    """A directory that exists in a `with` block.

    Example:

    ```mojo
    from std.os.path import isdir
    from std.tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        print(isdir(folder))  # True
    ```
    """

    var name: String
    """The path of the directory."""
    var _ignore_cleanup_errors: Bool

    def __init__(
        out self,
        suffix: String = "",
        prefix: String = "tmp",
        dir: Optional[String] = None,
        ignore_cleanup_errors: Bool = False,
    ) raises:
        """Makes the directory."""
        self._ignore_cleanup_errors = ignore_cleanup_errors
        self.name = mkdtemp(suffix, prefix, dir)

    def __enter__(self) -> String:
        """The path."""
        return self.name

    def __exit__(self) raises:
        """Removes the directory."""
        if self._ignore_cleanup_errors:
            try:
                _remove_tree(self.name)
            except:
                pass
        else:
            _remove_tree(self.name)

    def __exit__(self, err: Error) -> Bool:
        """Removes the directory."""
        try:
            self.__exit__()
        except:
            pass
        return False


struct NamedTemporaryFile(Movable):
    """A file that exists in a `with` block.

    Example:

    ```mojo
    from std.tempfile import NamedTemporaryFile

    with NamedTemporaryFile(mode="w") as file:
        file.write("hello")
        print(open(file.name, "r").read())  # hello
    ```

    ```mojo
    from std.tempfile import NamedTemporaryFile

    with NamedTemporaryFile(mode="rw") as file:
        file.write("hello")
        _ = file.seek(1)
        print(len(file.read_bytes(2)))  # 2
        file.close()
    ```
    """

    var _file: FileHandle
    var _delete: Bool
    var name: String
    """The path of the file."""

    def __init__(
        out self,
        mode: String = "w",
        name: Optional[String] = None,
        suffix: String = "",
        prefix: String = "tmp",
        dir: Optional[String] = None,
        delete: Bool = True,
    ) raises:
        """Opens the file."""
        self._delete = delete
        self.name = name.value() if name else _fresh_name(prefix, suffix, dir)
        self._file = FileHandle(self.name, mode)

    def __enter__(var self) -> Self:
        """The file."""
        return self^

    def __deinit__(deinit self):
        """Closes and removes the file."""
        try:
            self._file.close()
            if self._delete:
                remove(self.name)
        except:
            pass

    def close(mut self) raises:
        """Closes and removes the file."""
        self._file.close()
        if self._delete:
            self._delete = False
            remove(self.name)

    def read(self, size: Int = -1) raises -> String:
        """The text from here on."""
        return self._file.read(size)

    def read_bytes(self, size: Int = -1) raises -> List[UInt8]:
        """The bytes from here on."""
        return self._file.read_bytes(size)

    def seek(self, offset: Int, whence: Int = 0) raises -> Int:
        """Goes to a position."""
        return self._file.seek(offset, whence)

    def write[
        *Ts: AnyType
    ](mut self, *args: *Ts) where (_have_text[*Ts], "[not-writable] must conform to trait 'Writable' to be written"):
        """Writes the text of all arguments."""
        comptime for i in range(Ts.__len__()):
            self._file.write(args[i])
