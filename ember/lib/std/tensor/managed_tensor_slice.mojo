"""As `extensibility`."""

from std.extensibility import *
