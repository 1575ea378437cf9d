"""Facts about files."""

from std.ffi import external_call
from std.os.pathlike import PathLike
from std.sys.info import CompilationTarget


@fieldwise_init
struct stat_result(Copyable, ImplicitlyCopyable, Movable, Writable):
    """What the operating system knows about a file.

    Example:

    ```mojo
    from std.os import stat

    print(stat("/dev/null").st_size)  # 0
    ```
    """

    var st_mode: Int
    """The kind and permissions."""
    var st_ino: Int
    """The number of the file on its device."""
    var st_dev: Int
    """The device."""
    var st_nlink: Int
    """How many names the file has."""
    var st_uid: Int
    """The owner."""
    var st_gid: Int
    """The owner's group."""
    var st_size: Int
    """How many bytes there are."""
    var st_blksize: Int
    """The size of a block that suits reading."""
    var st_blocks: Int
    """How many blocks of 512 bytes the file takes."""
    var st_atime: Int
    """When the file was read last."""
    var st_mtime: Int
    """When the file was changed last."""
    var st_ctime: Int
    """When facts about the file were changed last."""


def _query[follows: Bool](path: StringSlice[ImmAnyOrigin]) raises -> stat_result:
    # struct stat of Linux: 144 bytes on x86_64, 128 on aarch64, with differing places.
    var name = String(path)
    var data = InlineArray[Int64, 20](fill=Int64(0))
    var status: Int32
    comptime if follows:
        status = external_call["stat", Int32](name.unsafe_cstr_ptr().address, data.unsafe_ptr().address)
    else:
        status = external_call["lstat", Int32](name.unsafe_cstr_ptr().address, data.unsafe_ptr().address)
    _ = name^
    if status != 0:
        raise Error("unable to stat '", path, "'")
    var small = data.unsafe_ptr().bitcast[UInt32]()
    comptime if CompilationTarget.is_x86():
        return stat_result(
            Int(small[6]), Int(data[1]), Int(data[0]), Int(data[2]), Int(small[7]), Int(small[8]),
            Int(data[6]), Int(data[7]), Int(data[8]), Int(data[9]), Int(data[11]), Int(data[13]),
        )
    else:
        return stat_result(
            Int(small[4]), Int(data[1]), Int(data[0]), Int(small[5]), Int(small[6]), Int(small[7]),
            Int(data[6]), Int(small[14]), Int(data[8]), Int(data[9]), Int(data[11]), Int(data[13]),
        )


def stat(path: StringSlice[ImmAnyOrigin]) raises -> stat_result:
    """Facts about a file, links followed.

    Example:

    ```mojo
    from std.os import stat
    from std.stat import S_ISDIR

    print(S_ISDIR(stat("/").st_mode))  # True
    ```
    """
    return _query[True](path)


def stat[T: PathLike](path: T) raises -> stat_result:
    """Facts about a file, links followed."""
    return _query[True](path.__fspath__())


def lstat(path: StringSlice[ImmAnyOrigin]) raises -> stat_result:
    """Facts about a file, links not followed.

    Example:

    ```mojo
    from std.os import lstat

    print(lstat("/").st_nlink > 0)  # True
    ```
    """
    return _query[False](path)


def lstat[T: PathLike](path: T) raises -> stat_result:
    """Facts about a file, links not followed."""
    return _query[False](path.__fspath__())
