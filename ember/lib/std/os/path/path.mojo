"""Paths as text."""

from std.ffi import external_call
from std.os._errno import _error_text
from std.os.env import getenv
from std.os.fstat import lstat, stat
from std.os.pathlike import PathLike
from std.pwd.pwd import getpwnam, getpwuid


def _mode(path: StringSlice[ImmAnyOrigin]) -> Int:
    # The mode of a file, links followed, or 0.
    try:
        return stat(path).st_mode
    except:
        return 0


def exists(path: StringSlice[ImmAnyOrigin]) -> Bool:
    """True when there is such a file.

    Example:

    ```mojo
    from std.os.path import exists

    print(exists("/"), exists("/no/such/file"))  # True False
    ```
    """
    return _mode(path) != 0


def exists[T: PathLike](path: T) -> Bool:
    """True when there is such a file."""
    return exists(path.__fspath__())


def lexists(path: StringSlice[ImmAnyOrigin]) -> Bool:
    """True when there is such a file or link.

    Example:

    ```mojo
    from std.os.path import lexists

    print(lexists("/no/such/file"))  # False
    ```
    """
    try:
        return lstat(path).st_mode != 0
    except:
        return False


def lexists[T: PathLike](path: T) -> Bool:
    """True when there is such a file or link."""
    return lexists(path.__fspath__())


def isdir(path: StringSlice[ImmAnyOrigin]) -> Bool:
    """True for a directory.

    Example:

    ```mojo
    from std.os.path import isdir

    print(isdir("/"))  # True
    ```
    """
    return _mode(path) & 0o170000 == 0o040000


def isdir[T: PathLike](path: T) -> Bool:
    """True for a directory."""
    return isdir(path.__fspath__())


def isfile(path: StringSlice[ImmAnyOrigin]) -> Bool:
    """True for a regular file.

    Example:

    ```mojo
    from std.os.path import isfile

    print(isfile("/"))  # False
    ```
    """
    return _mode(path) & 0o170000 == 0o100000


def isfile[T: PathLike](path: T) -> Bool:
    """True for a regular file."""
    return isfile(path.__fspath__())


def islink(path: StringSlice[ImmAnyOrigin]) -> Bool:
    """True for a link.

    Example:

    ```mojo
    from std.os.path import islink

    print(islink("/"))  # False
    ```
    """
    try:
        return lstat(path).st_mode & 0o170000 == 0o120000
    except:
        return False


def islink[T: PathLike](path: T) -> Bool:
    """True for a link."""
    return islink(path.__fspath__())


def getsize(path: StringSlice[ImmAnyOrigin]) raises -> Int:
    """How many bytes a file has.

    Example:

    ```mojo
    from std.os.path import getsize

    print(getsize("/dev/null"))  # 0
    ```
    """
    return stat(path).st_size


def getsize[T: PathLike](path: T) raises -> Int:
    """How many bytes a file has."""
    return stat(path.__fspath__()).st_size


def is_absolute(path: StringSlice[ImmAnyOrigin]) -> Bool:
    """True when the path begins at the root.

    Example:

    ```mojo
    from std.os.path import is_absolute

    print(is_absolute("/tmp"), is_absolute("tmp"))  # True False
    ```
    """
    return path.startswith("/")


def is_absolute[T: PathLike](path: T) -> Bool:
    """True when the path begins at the root."""
    return is_absolute(path.__fspath__())


def dirname(path: StringSlice[ImmAnyOrigin]) -> String:
    """What is before the last slash.

    Example:

    ```mojo
    from std.os.path import dirname

    print(dirname("/home/ada/notes.txt"))  # /home/ada
    ```
    """
    return split(path)[0]


def dirname[T: PathLike](path: T) -> String:
    """What is before the last slash."""
    return split(path.__fspath__())[0]


def basename(path: StringSlice[ImmAnyOrigin]) -> String:
    """What is after the last slash.

    Example:

    ```mojo
    from std.os.path import basename

    print(basename("/home/ada/notes.txt"))  # notes.txt
    ```
    """
    return split(path)[1]


def basename[T: PathLike](path: T) -> String:
    """What is after the last slash."""
    return split(path.__fspath__())[1]


def split(path: StringSlice[ImmAnyOrigin]) -> Tuple[String, String]:
    """What is before and what is after the last slash.

    Example:

    ```mojo
    from std.os.path import split

    print(split("/home/ada/notes.txt"))  # (/home/ada, notes.txt)
    ```
    """
    var cut = path.rfind("/") + 1
    var head = path._part(0, cut)
    var tail = String(path._part(cut, path.byte_length()))
    var stripped = head.rstrip("/")
    if stripped:
        head = stripped
    return (String(head), tail^)


def split[T: PathLike](path: T) -> Tuple[String, String]:
    """What is before and what is after the last slash."""
    return split(path.__fspath__())


def join(var path: String, *paths: String) -> String:
    """The parts with slashes between them; an absolute part starts anew.

    Example:

    ```mojo
    from std.os.path import join

    print(join("home", "ada", "notes.txt"))  # home/ada/notes.txt
    ```
    """
    var result = path^
    for i in range(paths.__len__()):
        if paths[i].startswith("/"):
            result = paths[i].copy()
        elif not result or result.endswith("/"):
            result += paths[i]
        else:
            result += "/"
            result += paths[i]
    return result^


def split_extension(path: StringSlice[ImmAnyOrigin]) -> Tuple[String, String]:
    """The path without and the extension with its point.

    Example:

    ```mojo
    from std.os.path import split_extension

    print(split_extension("notes.txt"))  # (notes, .txt)
    ```
    """
    var dot = path.rfind(".")
    var slash = path.rfind("/")
    if dot <= slash + 1:
        return (String(path), String())
    var first = slash + 1
    while first < dot and path._byte(first) == 46:
        first += 1
    if first == dot:
        return (String(path), String())
    return (String(path._part(0, dot)), String(path._part(dot, path.byte_length())))


def split_extension[T: PathLike](path: T) -> Tuple[String, String]:
    """The path without and the extension with its point."""
    return split_extension(path.__fspath__())


def splitroot(path: StringSlice[ImmAnyOrigin]) -> Tuple[String, String, String]:
    """The drive (always empty), the root and the rest.

    Example:

    ```mojo
    from std.os.path import splitroot

    print(splitroot("/home/ada")[2])  # home/ada
    ```
    """
    if not path.startswith("/"):
        return (String(), String(), String(path))
    if path.startswith("//") and not path.startswith("///"):
        return (String(), String("//"), String(path._part(2, path.byte_length())))
    return (String(), String("/"), String(path._part(1, path.byte_length())))


def expanduser(path: StringSlice[ImmAnyOrigin]) raises -> String:
    """The path with `~` replaced by the home directory.

    Example:

    ```mojo
    from std.os import setenv
    from std.os.path import expanduser

    _ = setenv("HOME", "/home/ada")
    print(expanduser("~/notes.txt"))  # /home/ada/notes.txt
    ```
    """
    if not path.startswith("~"):
        return String(path)
    var end = path.find("/")
    if end < 0:
        end = path.byte_length()
    var home = _home(path._part(1, end))
    return home + path._part(end, path.byte_length()) if home else String(path)


def _home(user: StringSlice[ImmAnyOrigin]) -> String:
    # The home directory of a user, of this one if there is no name; empty where it is not known.
    try:
        if user:
            return getpwnam(String(user)).pw_dir
        var home = getenv("HOME")
        return home if home else getpwuid(Int(external_call["getuid", UInt32]())).pw_dir
    except:
        return String()


def expanduser[T: PathLike](path: T) raises -> String:
    """The path with `~` replaced by the home directory."""
    return expanduser(path.__fspath__())


def expandvars(path: StringSlice[ImmAnyOrigin]) -> String:
    """The path with `$NAME` and `${NAME}` replaced, where there is a value.

    Example:

    ```mojo
    from std.os import setenv
    from std.os.path import expandvars

    _ = setenv("EXAMPLE", "ada")
    print(expandvars("/home/$EXAMPLE"))  # /home/ada
    ```
    """
    var result = String()
    var i = 0
    while i < path.byte_length():
        if path._byte(i) != 36:
            result._append_byte(UInt8(path._byte(i)))
            i += 1
            continue
        var start = i + 1
        var braced = start < path.byte_length() and path._byte(start) == 123
        start += Int(braced)
        var end = start
        while end < path.byte_length() and (path._byte(end) != 125 if braced else _is_name_byte(path._byte(end))):
            end += 1
        var after = end + Int(braced)
        if after > path.byte_length() or end == start:
            after = i + 1
        var value = getenv(path._part(start, end)) if after > i + 1 else String()
        result += value if value else String(path._part(i, after))
        i = after
    return result^


def _is_name_byte(byte: Int) -> Bool:
    return (
        (byte >= 48 and byte <= 57) or (byte >= 65 and byte <= 90) or (byte >= 97 and byte <= 122) or byte == 95
    )


def normpath(path: StringSlice[ImmAnyOrigin]) -> String:
    """The path without `.`, `..` and double slashes.

    Example:

    ```mojo
    from std.os.path import normpath

    print(normpath("/home//ada/./x/.."))  # /home/ada
    ```
    """
    var parts = List[String]()
    var absolute = path.startswith("/")
    for part in path.split("/"):
        if part == "" or part == ".":
            continue
        if part == ".." and len(parts) > 0 and parts[len(parts) - 1] != "..":
            _ = parts.pop()
        elif part != ".." or not absolute:
            parts.append(part)
    var joined = String("/").join(parts)
    if absolute:
        return splitroot(path)[1] + joined
    return joined if joined else String(".")


def realpath(path: StringSlice[ImmAnyOrigin]) raises -> String:
    """The absolute path with all links followed.

    Example:

    ```mojo
    from std.os.path import realpath

    print(realpath("/dev/.."))  # /
    ```
    """
    var name = String(path)
    var none = UnsafePointer[Byte, MutAnyOrigin]()
    var found = external_call["realpath", UnsafePointer[Byte, MutAnyOrigin]](
        name.unsafe_cstr_ptr().address, none.address
    )
    if not found:
        raise Error("realpath failed to resolve: ", _error_text())
    var result = String(unsafe_from_utf8_ptr=found)
    found.free()
    return result^


def realpath[T: PathLike](path: T) raises -> String:
    """The absolute path with all links followed."""
    return realpath(path.__fspath__())
