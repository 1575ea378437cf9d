"""hash: a number that is equal for equal values."""

from std.hashlib.ahash import _Mixer
from std.hashlib.hasher import Hasher


def hash[T: Hashable, HasherType: Hasher = _Mixer](value: T) -> UInt64:
    """The hash of a value.

    Example:

    ```mojo
    print(hash(7) == hash(7), hash("a") == hash("b"))  # True False
    ```
    """
    var hasher = HasherType()
    value.__hash__(hasher)
    return hasher^.finish()
