"""Hashing."""

from std.builtin.hash import hash
from std.builtin.value import Hashable
from std.hashlib.ahash import AHasher, default_hasher
from std.hashlib.fnv1a import Fnv1a
from std.hashlib.hasher import Hasher

comptime default_comp_time_hasher = Fnv1a
"""The hasher that is used while compiling.

Example:

```mojo
from std.hashlib import default_comp_time_hasher

print(hash[HasherType=default_comp_time_hasher](7) == hash[HasherType=default_comp_time_hasher](7))  # True
```
"""
