"""Kinds of files by mode."""


def S_ISREG(mode: Int) -> Bool:
    """True for a regular file.

    Example:

    ```mojo
    from std.stat import S_ISREG

    print(S_ISREG(0o100644))  # True
    ```
    """
    return mode & 0o170000 == 0o100000


def S_ISDIR(mode: Int) -> Bool:
    """True for a directory.

    Example:

    ```mojo
    from std.stat import S_ISDIR

    print(S_ISDIR(0o040755))  # True
    ```
    """
    return mode & 0o170000 == 0o040000


def S_ISLNK(mode: Int) -> Bool:
    """True for a link.

    Example:

    ```mojo
    from std.stat import S_ISLNK

    print(S_ISLNK(0o120777))  # True
    ```
    """
    return mode & 0o170000 == 0o120000


def S_ISCHR(mode: Int) -> Bool:
    """True for a character device.

    Example:

    ```mojo
    from std.os import stat
    from std.stat import S_ISCHR

    print(S_ISCHR(stat("/dev/null").st_mode))  # True
    ```
    """
    return mode & 0o170000 == 0o020000


def S_ISBLK(mode: Int) -> Bool:
    """True for a block device.

    Example:

    ```mojo
    from std.stat import S_ISBLK

    print(S_ISBLK(0o060660))  # True
    ```
    """
    return mode & 0o170000 == 0o060000


def S_ISFIFO(mode: Int) -> Bool:
    """True for a pipe.

    Example:

    ```mojo
    from std.stat import S_ISFIFO

    print(S_ISFIFO(0o010644))  # True
    ```
    """
    return mode & 0o170000 == 0o010000


def S_ISSOCK(mode: Int) -> Bool:
    """True for a socket.

    Example:

    ```mojo
    from std.stat import S_ISSOCK

    print(S_ISSOCK(0o140755))  # True
    ```
    """
    return mode & 0o170000 == 0o140000
