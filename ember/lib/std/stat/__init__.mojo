"""Kinds of files by mode."""

comptime S_IFMT = 0o170000
"""The bits of a mode that say what kind of file it is.

Example:

```mojo
from std.stat import S_IFDIR, S_IFMT

print(0o040755 & S_IFMT == S_IFDIR)  # True
```
"""
comptime S_IFREG = 0o100000
"""A regular file."""
comptime S_IFDIR = 0o040000
"""A directory."""
comptime S_IFLNK = 0o120000
"""A symbolic link."""
comptime S_IFBLK = 0o060000
"""A block device."""
comptime S_IFCHR = 0o020000
"""A character device."""
comptime S_IFIFO = 0o010000
"""A pipe."""
comptime S_IFSOCK = 0o140000
"""A socket."""


def S_ISREG[intable: Intable, //](mode: intable) -> Bool:
    """True for a regular file.

    Example:

    ```mojo
    from std.stat import S_ISREG

    print(S_ISREG(0o100644))  # True
    ```
    """
    return Int(mode) & S_IFMT == S_IFREG


def S_ISDIR[intable: Intable, //](mode: intable) -> Bool:
    """True for a directory.

    Example:

    ```mojo
    from std.stat import S_ISDIR

    print(S_ISDIR(0o040755))  # True
    ```
    """
    return Int(mode) & S_IFMT == S_IFDIR


def S_ISLNK[intable: Intable, //](mode: intable) -> Bool:
    """True for a link.

    Example:

    ```mojo
    from std.stat import S_ISLNK

    print(S_ISLNK(0o120777))  # True
    ```
    """
    return Int(mode) & S_IFMT == S_IFLNK


def S_ISCHR[intable: Intable, //](mode: intable) -> Bool:
    """True for a character device.

    Example:

    ```mojo
    from std.os import stat
    from std.stat import S_ISCHR

    print(S_ISCHR(stat("/dev/null").st_mode))  # True
    ```
    """
    return Int(mode) & S_IFMT == S_IFCHR


def S_ISBLK[intable: Intable, //](mode: intable) -> Bool:
    """True for a block device.

    Example:

    ```mojo
    from std.stat import S_ISBLK

    print(S_ISBLK(0o060660))  # True
    ```
    """
    return Int(mode) & S_IFMT == S_IFBLK


def S_ISFIFO[intable: Intable, //](mode: intable) -> Bool:
    """True for a pipe.

    Example:

    ```mojo
    from std.stat import S_ISFIFO

    print(S_ISFIFO(0o010644))  # True
    ```
    """
    return Int(mode) & S_IFMT == S_IFIFO


def S_ISSOCK[intable: Intable, //](mode: intable) -> Bool:
    """True for a socket.

    Example:

    ```mojo
    from std.stat import S_ISSOCK

    print(S_ISSOCK(0o140755))  # True
    ```
    """
    return Int(mode) & S_IFMT == S_IFSOCK
