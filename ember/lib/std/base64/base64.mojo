"""Base 64 and 16 by their module."""

from std.base64 import b16decode, b16encode, b64decode, b64encode
