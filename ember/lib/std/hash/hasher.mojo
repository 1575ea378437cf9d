"""Hasher, by its module."""

from std.hashlib.hasher import Hasher
