"""Input and output: print, input, files."""

from std.io.file import FileHandle, open
from std.io.file_descriptor import FileDescriptor, stderr, stdin, stdout
from std.io.io import input, print

comptime RawFileDescriptor = FileDescriptor
"""An older name of `FileDescriptor`.

Example:

```mojo
from std.io import RawFileDescriptor

print(RawFileDescriptor(2).value)  # 2
```
"""
