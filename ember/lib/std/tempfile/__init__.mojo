"""Temporary files and directories."""

from std.tempfile.tempfile import NamedTemporaryFile, TemporaryDirectory, gettempdir, mkdtemp
