"""The users of the system."""

from std.pwd.pwd import getpwnam, getpwuid
