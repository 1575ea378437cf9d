"""Input and output: print, input, files."""

from std.io.file import FileHandle, open
from std.io.file_descriptor import FileDescriptor, stderr, stdin, stdout
from std.io.io import input, print

comptime RawFileDescriptor = FileDescriptor
