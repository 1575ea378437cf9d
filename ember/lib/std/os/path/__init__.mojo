"""Paths as text."""

from std.os.path.path import (
    basename,
    dirname,
    exists,
    expanduser,
    expandvars,
    getsize,
    is_absolute,
    isdir,
    isfile,
    islink,
    join,
    lexists,
    normpath,
    realpath,
    split,
    split_extension,
    splitroot,
)
