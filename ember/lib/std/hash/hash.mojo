"""hash and the hashers, by their module."""

from std.builtin.hash import hash, hash_bytes
from std.builtin.value import Hashable
from std.hashlib.ahash import AHasher, default_hasher
from std.hashlib.fnv1a import Fnv1a, default_comp_time_hasher
from std.hashlib.hasher import Hasher
