"""Files, directories and the process."""

from std.ffi import external_call
from std.os._errno import _error_text
from std.os.path.path import exists, isdir, split
from std.os.pathlike import PathLike
from std.reflection.location import SourceLocation
from std.sys.info import _is_away_from_host, is_gpu

comptime sep = "/"
"""What stands between the parts of a path.

Example:

```mojo
from std.os import sep

print(sep)  # /
```
"""
comptime SEEK_SET = 0
"""Count from the start of a file."""
comptime SEEK_CUR = 1
"""Count from the current position."""
comptime SEEK_END = 2
"""Count from the end of a file."""


@no_inline
def abort() -> Never:
    """Ends the process at once.

    Example:

    ```mojo no-run
    from std.os import abort

    abort("this cannot be")
    ```
    """
    comptime if is_gpu():
        __mlir_op.`pop.call_llvm_intrinsic`[name="llvm.trap", has_side_effects=True, _type=NoneType]()
        __mlir_op.`kgen.unreachable`()
    external_call["abort", NoneType]()
    __mlir_op.`kgen.unreachable`()


@no_inline
def abort[
    T: AnyType
](
    message: T, *, location: Optional[SourceLocation] = None, _at: StaticString = __call_site_text()
) -> Never where conforms_to(T, Writable) or conforms_to(T, Stringable):
    """Ends the process at once with a message that names the place of the call, or another one."""
    comptime if _is_away_from_host():
        abort()
    var place = String(location.value()) if location else String(_at)
    print("ABORT: ", place, ": ", message, sep="", flush=True)
    abort()


def getpid() -> Int:
    """The number of this process.

    Example:

    ```mojo
    from std.os import getpid

    print(getpid() > 0)  # True
    ```
    """
    return Int(external_call["getpid", Int32]())


def getuid() -> Int:
    """The number of the user.

    Example:

    ```mojo
    from std.os import getuid

    print(getuid() >= 0)  # True
    ```
    """
    return Int(external_call["getuid", Int32]())


def chdir(path: StringSlice[ImmAnyOrigin]) raises:
    """Makes a directory the current one.

    Example:

    ```mojo
    from std.os import chdir
    from std.pathlib import cwd

    chdir("/")
    print(cwd())  # /
    ```
    """
    var name = String(path)
    if external_call["chdir", Int32](name.unsafe_cstr_ptr().address) != 0:
        raise Error("chdir failed: ", path, " Err: ", _error_text())
    _ = name^


def chdir[T: PathLike](path: T) raises:
    """Makes a directory the current one."""
    chdir(path.__fspath__())


def _path_text[T: AnyType](path: T) -> String:
    comptime if conforms_to(T, PathLike):
        return path.__fspath__()
    else:
        comptime assert conforms_to(T, Writable) or conforms_to(T, Stringable), "a path is text"
        return String(path)


def _check(status: Int32, action: StaticString, path: StringSlice[ImmAnyOrigin]) raises:
    if status != 0:
        raise Error("Can not ", action, ": ", path, " Err: ", _error_text())


def remove(path: StringSlice[ImmAnyOrigin]) raises:
    """Removes a file.

    Example:

    ```mojo
    from std.os import remove
    from std.os.path import exists
    from std.tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        var file = open(folder + "/a", "w")
        file.close()
        remove(folder + "/a")
        print(exists(folder + "/a"))  # False
    ```
    """
    var name = String(path)
    _check(external_call["unlink", Int32](name.unsafe_cstr_ptr().address), "remove file", path)
    _ = name^


def remove[T: PathLike](path: T) raises:
    """Removes a file."""
    remove(path.__fspath__())


def unlink(path: StringSlice[ImmAnyOrigin]) raises:
    """Removes a file.

    Example:

    ```mojo
    from std.os import listdir, unlink
    from std.tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        var file = open(folder + "/a", "w")
        file.close()
        unlink(folder + "/a")
        print(len(listdir(folder)))  # 0
    ```
    """
    remove(path)


def unlink[T: PathLike](path: T) raises:
    """Removes a file."""
    remove(path.__fspath__())


def rename(src: StringSlice[ImmAnyOrigin], dst: StringSlice[ImmAnyOrigin]) raises:
    """Gives a file another name.

    Example:

    ```mojo
    from std.os import listdir, rename
    from std.tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        var file = open(folder + "/a", "w")
        file.close()
        rename(folder + "/a", folder + "/b")
        print(listdir(folder)[0])  # b
    ```
    """
    var old = String(src)
    var new = String(dst)
    _check(
        external_call["rename", Int32](old.unsafe_cstr_ptr().address, new.unsafe_cstr_ptr().address), "rename", src
    )
    _ = old^
    _ = new^


def rename[A: AnyType, B: AnyType](
    src: A, dst: B
) raises where conforms_to(A, PathLike) or conforms_to(B, PathLike):
    """The same for paths of other types."""
    rename(_path_text(src), _path_text(dst))


def link(oldpath: StringSlice[ImmAnyOrigin], newpath: StringSlice[ImmAnyOrigin]) raises:
    """Gives a file a second name.

    Example:

    ```mojo
    from std.os import link, listdir
    from std.tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        var file = open(folder + "/a", "w")
        file.close()
        link(folder + "/a", folder + "/b")
        print(len(listdir(folder)))  # 2
    ```
    """
    var old = String(oldpath)
    var new = String(newpath)
    _check(
        external_call["link", Int32](old.unsafe_cstr_ptr().address, new.unsafe_cstr_ptr().address), "link", oldpath
    )
    _ = old^
    _ = new^


def link[A: AnyType, B: AnyType](
    oldpath: A, newpath: B
) raises where conforms_to(A, PathLike) or conforms_to(B, PathLike):
    """The same for paths of other types."""
    link(_path_text(oldpath), _path_text(newpath))


def symlink(target: StringSlice[ImmAnyOrigin], linkpath: StringSlice[ImmAnyOrigin]) raises:
    """Makes a link to a path.

    Example:

    ```mojo
    from std.os import symlink
    from std.os.path import islink
    from std.tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        symlink("/", folder + "/root")
        print(islink(folder + "/root"))  # True
    ```
    """
    var old = String(target)
    var new = String(linkpath)
    _check(
        external_call["symlink", Int32](old.unsafe_cstr_ptr().address, new.unsafe_cstr_ptr().address),
        "symlink",
        linkpath,
    )
    _ = old^
    _ = new^


def symlink[A: AnyType, B: AnyType](
    target: A, linkpath: B
) raises where conforms_to(A, PathLike) or conforms_to(B, PathLike):
    """The same for paths of other types."""
    symlink(_path_text(target), _path_text(linkpath))


def mkdir(path: StringSlice[ImmAnyOrigin], mode: Int = 0o777) raises:
    """Makes a directory.

    Example:

    ```mojo
    from std.os import mkdir
    from std.os.path import isdir
    from std.tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        mkdir(folder + "/inner")
        print(isdir(folder + "/inner"))  # True
    ```
    """
    var name = String(path)
    _check(
        external_call["mkdir", Int32](name.unsafe_cstr_ptr().address, Int32(mode)), "create directory", path
    )
    _ = name^


def mkdir[T: PathLike](path: T, mode: Int = 0o777) raises:
    """Makes a directory."""
    mkdir(path.__fspath__(), mode)


def makedirs(path: StringSlice[ImmAnyOrigin], mode: Int = 0o777, exist_ok: Bool = False) raises:
    """Makes a directory and those above it.

    Example:

    ```mojo
    from std.os import makedirs
    from std.os.path import isdir
    from std.tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        makedirs(folder + "/a/b/c")
        print(isdir(folder + "/a/b/c"))  # True
    ```
    """
    var text = String(path)
    var head = split(text)[0]
    if head and not exists(head):
        makedirs(head, mode, True)
    if exist_ok and isdir(text):
        return
    try:
        mkdir(text, mode)
    except e:
        raise Error(e, "\nset `makedirs(path, exist_ok=True)` to allow existing dirs")


def makedirs[T: PathLike](path: T, mode: Int = 0o777, exist_ok: Bool = False) raises:
    """Makes a directory and those above it."""
    makedirs(path.__fspath__(), mode, exist_ok)


def rmdir(path: StringSlice[ImmAnyOrigin]) raises:
    """Removes an empty directory.

    Example:

    ```mojo
    from std.os import rmdir
    from std.os.path import exists
    from std.tempfile import mkdtemp

    var folder = mkdtemp()
    rmdir(folder)
    print(exists(folder))  # False
    ```
    """
    var name = String(path)
    _check(external_call["rmdir", Int32](name.unsafe_cstr_ptr().address), "remove directory", path)
    _ = name^


def rmdir[T: PathLike](path: T) raises:
    """Removes an empty directory."""
    rmdir(path.__fspath__())


def removedirs(path: StringSlice[ImmAnyOrigin]) raises:
    """Removes an empty directory and those above it that become empty.

    Example:

    ```mojo
    from std.os import makedirs, removedirs
    from std.os.path import exists
    from std.tempfile import mkdtemp

    var folder = mkdtemp()
    makedirs(folder + "/a/b")
    removedirs(folder + "/a/b")
    print(exists(folder))  # False
    ```
    """
    rmdir(path)
    var head = split(path)[0]
    while head:
        try:
            rmdir(head)
        except:
            return
        head = split(head)[0]


def removedirs[T: PathLike](path: T) raises:
    """Removes an empty directory and those above it that become empty."""
    removedirs(path.__fspath__())


def listdir(path: StringSlice[ImmAnyOrigin] = "") raises -> List[String]:
    """The names in a directory.

    Example:

    ```mojo
    from std.os import listdir
    from std.tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        var file = open(folder + "/a", "w")
        file.close()
        print(listdir(folder)[0])  # a
    ```
    """
    var name = String(path) if path else String(".")
    var handle = external_call["opendir", UnsafePointer[Byte, MutAnyOrigin]](name.unsafe_cstr_ptr().address)
    if not handle:
        raise Error("the directory '", path, "' does not exist")
    var names = List[String]()
    while True:
        var entry = external_call["readdir", UnsafePointer[Byte, MutAnyOrigin]](handle.address)
        if not entry:
            break
        var found = String(unsafe_from_utf8_ptr=entry + 19)
        if found != "." and found != "..":
            names.append(found)
    _ = external_call["closedir", Int32](handle.address)
    return names^


def listdir[T: PathLike](path: T) raises -> List[String]:
    """The names in a directory."""
    return listdir(path.__fspath__())


def isatty(fd: Int) -> Bool:
    """Whether a descriptor is a terminal.

    Example:

    ```mojo
    from std.os import isatty

    print(isatty(99))  # False
    ```
    """
    return external_call["isatty", Int32](Int32(fd)) != 0
