"""Path: a path as a value."""

from std.ffi import external_call
from std.os.os import listdir as _names_in
from std.os.os import makedirs, mkdir, remove, rmdir
from std.os.fstat import lstat, stat, stat_result
from std.os.path.path import exists, expanduser, isdir, isfile, realpath, split
from std.os.pathlike import PathLike

comptime DIR_SEPARATOR = "/"
"""What stands between the parts of a path.

Example:

```mojo
from std.pathlib.path import DIR_SEPARATOR

print(DIR_SEPARATOR)  # /
```
"""


def cwd() raises -> Path:
    """The current directory.

    Example:

    ```mojo
    from std.pathlib import cwd

    print(cwd().is_dir())  # True
    ```
    """
    var buffer = InlineArray[UInt8, 4096](fill=UInt8(0))
    var found = external_call["getcwd", UnsafePointer[Byte, MutAnyOrigin]](buffer.unsafe_ptr().address, 4096)
    if not found:
        raise Error("unable to query the current directory")
    return Path(String(unsafe_from_utf8_ptr=buffer.unsafe_ptr()))


struct Path(Boolable, Copyable, Equatable, Hashable, ImplicitlyCopyable, Movable, PathLike, Stringable, Writable):
    """Text that names a file.

    Example:

    ```mojo
    from std.pathlib import Path

    var path = Path("/home") / "ada" / "notes.txt"
    print(path, path.name(), path.suffix())  # /home/ada/notes.txt notes.txt .txt
    ```

    ```mojo
    from std.pathlib import Path

    var path = Path("/home/ada/notes.txt")
    print(path.parent(), path.stem(), path.with_suffix(".md"))  # /home/ada notes /home/ada/notes.md
    print(path.parent().joinpath("a", "b"), len(path.parts()))  # /home/ada/a/b 4
    ```

    ```mojo
    from std.pathlib import Path
    from std.tempfile import TemporaryDirectory

    with TemporaryDirectory() as name:
        var folder = Path(name)
        var file = folder / "a.txt"
        file.write_text("hello")
        print(file.read_text(), len(file.read_bytes()), file.stat().st_size)  # hello 5 5
        print(file.exists(), file.is_file(), folder.is_dir(), len(folder.listdir()))  # True True True 1
        file.write_bytes("hi".as_bytes())
        print(file.lstat().st_size, file.resolve().name())  # 2 a.txt
        file.unlink()
        var inner = folder / "inner"
        inner.mkdir()
        inner.rmdir()
    ```

    ```mojo
    from std.os import setenv
    from std.pathlib import Path

    _ = setenv("HOME", "/home/ada")
    print(Path("~/notes").expanduser(), Path.home())  # /home/ada/notes /home/ada
    ```
    """

    var path: String
    """The text."""

    def __init__(out self) raises:
        """The current directory."""
        self = cwd()

    @implicit
    def __init__(out self, var path: String):
        """From a text."""
        self.path = path^

    @implicit
    def __init__(out self, path: StringLiteral):
        """From a text."""
        self.path = String(path)

    @implicit
    def __init__(out self, path: StringSlice[_]):
        """From a text."""
        self.path = String(path)

    def __truediv__(self, suffix: Self) -> Self:
        """The path of something inside."""
        return self.joinpath(suffix.path)

    def __itruediv__(mut self, suffix: StringSlice[ImmAnyOrigin]):
        """Goes to something inside."""
        self = self.joinpath(String(suffix))

    def joinpath(self, *pathsegments: String) -> Self:
        """The path of something inside."""
        var result = self.path
        for i in range(pathsegments.__len__()):
            if pathsegments[i].startswith("/"):
                result = pathsegments[i].copy()
            elif result.endswith("/") or not result:
                result += pathsegments[i]
            else:
                result += "/"
                result += pathsegments[i]
        return Self(result^)

    def __bool__(self) -> Bool:
        """True when the path is not empty."""
        return self.path.byte_length() > 0

    def __fspath__(self) -> String:
        """The text."""
        return self.path

    def __eq__(self, other: Self) -> Bool:
        """True for the same text."""
        return self.path == other.path

    def __ne__(self, other: Self) -> Bool:
        """True for different texts."""
        return self.path != other.path

    def __hash__[H: Hasher](self, mut hasher: H):
        """Feeds the text."""
        self.path.__hash__(hasher)

    def write_to(self, mut writer: Some[Writer]):
        """Writes the text."""
        self.path.write_to(writer)

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `Path('text')`."""
        writer.write_string("Path(")
        self.path.write_repr_to(writer)
        writer.write_string(")")

    def __str__(self) -> String:
        """The text."""
        return self.path

    def stat(self) raises -> stat_result:
        """Facts about the file, links followed."""
        return stat(self.path)

    def lstat(self) raises -> stat_result:
        """Facts about the file, links not followed."""
        return lstat(self.path)

    def exists(self) -> Bool:
        """True when there is such a file."""
        return exists(self.path)

    def is_dir(self) -> Bool:
        """True for a directory."""
        return isdir(self.path)

    def is_file(self) -> Bool:
        """True for a regular file."""
        return isfile(self.path)

    def expanduser(self) raises -> Self:
        """The path with `~` replaced by the home directory."""
        return Self(expanduser(self.path))

    @staticmethod
    def home() raises -> Self:
        """The home directory."""
        return Self(expanduser("~"))

    def name(self) -> String:
        """What is after the last slash."""
        return split(self.path)[1]

    @__only_2025("the pieces are views of the path")
    def parts(self) -> List[String]:
        """The pieces between slashes, copied."""
        return self.path.split("/")

    def parts(self) -> List[StringSlice[origin_of(self.path)]]:
        """The pieces between slashes."""
        return self.path.split("/")

    def parent(self) -> Self:
        """What is before the last slash."""
        return Self(split(self.path)[0])

    def suffix(self) -> String:
        """The extension with its point."""
        var name = self.name()
        var dot = name.rfind(".")
        if dot <= 0 or dot == name.byte_length() - 1:
            return String()
        return String(name._view()._part(dot, name.byte_length()))

    def stem(self) -> String:
        """The name without its extension."""
        var name = self.name()
        return String(name._view()._part(0, name.byte_length() - self.suffix().byte_length()))

    def with_suffix(self, suffix: StringSlice[ImmAnyOrigin]) -> Self:
        """The path with another extension."""
        var size = self.path.byte_length() - self.suffix().byte_length()
        return Self(String(self.path._view()._part(0, size)) + suffix)

    def resolve(self) raises -> Self:
        """The absolute path with all links followed."""
        return Self(realpath(self.path))

    def listdir(self) raises -> List[Path]:
        """The paths in the directory, relative to it."""
        var result = List[Path]()
        for name in _names_in(self.path):
            result.append(Path(name))
        return result^

    def mkdir(self, mode: Int = 0o777, parents: Bool = False, exist_ok: Bool = False) raises:
        """Makes the directory."""
        if parents:
            makedirs(self.path, mode, exist_ok)
        elif not (exist_ok and self.is_dir()):
            mkdir(self.path, mode)

    def rmdir(self) raises:
        """Removes the empty directory."""
        rmdir(self.path)

    def unlink(self) raises:
        """Removes the file."""
        remove(self.path)

    def read_text(self) raises -> String:
        """The text of the file."""
        var file = open(self.path, "r")
        return file.read()

    def read_bytes(self) raises -> List[UInt8]:
        """The bytes of the file."""
        var file = open(self.path, "r")
        return file.read_bytes()

    def write_text[T: AnyType](self, value: T) raises where conforms_to(T, Writable) or conforms_to(T, Stringable):
        """Replaces the text of the file."""
        var file = open(self.path, "w")
        file.write(value)

    def write_bytes(self, bytes: List[Byte]) raises:
        """Replaces the bytes of the file."""
        self.write_bytes(Span(bytes))

    def write_bytes(self, bytes: Span[Byte, _]) raises:
        """Replaces the bytes of the file."""
        var file = open(self.path, "w")
        file.write_bytes(bytes)

    def __lt__(self, other: Self) -> Bool:
        """Whether its text comes before that of another."""
        return self.path < other.path

    def __le__(self, other: Self) -> Bool:
        """Whether its text does not come after that of another."""
        return self.path <= other.path

    def __gt__(self, other: Self) -> Bool:
        """Whether its text comes after that of another."""
        return other < self

    def __ge__(self, other: Self) -> Bool:
        """Whether its text does not come before that of another."""
        return other <= self
