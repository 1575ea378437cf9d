"""Prints what std.os.path and std.pathlib make of the paths in a file, two on a line, for test_paths_model.py."""

from std.os import setenv
from std.os.path import (
    basename,
    dirname,
    expanduser,
    expandvars,
    is_absolute,
    join,
    normpath,
    split,
    split_extension,
    splitroot,
)
from std.pathlib import Path
from std.sys import argv


def main() raises:
    _ = setenv("HOME", "/home/me")
    _ = setenv("A", "one")
    _ = setenv("B_2", "two/three")
    with open(argv()[1], "r") as file:
        for line in file.read().split("\n"):
            var fields = line.split("\t")
            var a = String(fields[0])
            var b = String(fields[1])
            print(basename(a), dirname(a), is_absolute(a), join(a, b), join(a, b, "c"), normpath(a), sep="|", end="|")
            print(split(a)[0], split(a)[1], split_extension(a)[0], split_extension(a)[1], sep="|", end="|")
            print(splitroot(a)[1], splitroot(a)[2], expandvars(a), expanduser(a), sep="|", end="|")
            var path = Path(a)
            print(path.name(), path.suffix(), path.stem(), path.parent(), path / b, path.joinpath(b, "c"), sep="|", end="|")
            print(path == Path(b), hash(path) == hash(Path(String(a))), sep="|")
