"""Path: a path as a value."""

from std.pathlib.path import DIR_SEPARATOR, Path, cwd
