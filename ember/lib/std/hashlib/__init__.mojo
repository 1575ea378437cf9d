"""Hashing."""

from std.builtin.hash import hash
from std.builtin.value import Hashable
from std.hashlib.ahash import AHasher, default_hasher
from std.hashlib.fnv1a import Fnv1a
from std.hashlib.hasher import Hasher

comptime default_comp_time_hasher = Fnv1a
