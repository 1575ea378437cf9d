"""As `buffer.dimlist`."""

from std.buffer.dimlist import *
