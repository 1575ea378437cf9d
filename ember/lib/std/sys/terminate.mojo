"""exit, under another name of its module."""

from std.sys.exit import exit
