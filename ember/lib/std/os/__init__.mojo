"""The operating system: files, directories, environment, process."""

from std.os.env import getenv, setenv, unsetenv
from std.os.fstat import lstat, stat, stat_result
from std.os.os import (
    SEEK_CUR,
    SEEK_END,
    SEEK_SET,
    abort,
    chdir,
    getpid,
    getuid,
    isatty,
    link,
    listdir,
    makedirs,
    mkdir,
    remove,
    removedirs,
    rename,
    rmdir,
    sep,
    symlink,
    unlink,
)
from std.os.pathlike import PathLike
from std.os.process import Pipe, Process
from std.os.atomic import Atomic
