"""Kinds of files by mode."""


def S_ISREG(mode: Int) -> Bool:
    """True for a regular file."""
    return mode & 0o170000 == 0o100000


def S_ISDIR(mode: Int) -> Bool:
    """True for a directory."""
    return mode & 0o170000 == 0o040000


def S_ISLNK(mode: Int) -> Bool:
    """True for a link."""
    return mode & 0o170000 == 0o120000


def S_ISCHR(mode: Int) -> Bool:
    """True for a character device."""
    return mode & 0o170000 == 0o020000


def S_ISBLK(mode: Int) -> Bool:
    """True for a block device."""
    return mode & 0o170000 == 0o060000


def S_ISFIFO(mode: Int) -> Bool:
    """True for a pipe."""
    return mode & 0o170000 == 0o010000


def S_ISSOCK(mode: Int) -> Bool:
    """True for a socket."""
    return mode & 0o170000 == 0o140000
