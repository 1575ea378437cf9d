"""Other programs."""

from std.subprocess.subprocess import run
