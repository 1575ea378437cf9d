"""hash: a number that is equal for equal values."""

from std.hashlib.ahash import _Mixer
from std.hashlib.hasher import Hasher


def hash[T: Hashable, HasherType: Hasher = _Mixer](hashable: T) -> UInt64:
    """The hash of a value.

    Example:

    ```mojo
    print(hash(7) == hash(7), hash("a") == hash("b"))  # True False
    ```
    """
    var hasher = HasherType()
    hashable.__hash__(hasher)
    return hasher^.finish()


@deprecated("use 'hash_bytes'")
def hash[HasherType: Hasher = _Mixer](bytes: UnsafePointer[UInt8, _], n: Int) -> UInt64:
    """The hash of `n` bytes in memory."""
    return hash_bytes[HasherType](Span(unsafe_ptr=bytes, length=n))


def hash_bytes[HasherType: Hasher = _Mixer](bytes: Span[Byte, _]) -> UInt64:
    """The hash of bytes.

    Example:

    ```mojo
    from std.hash import hash_bytes

    print(hash_bytes("a".as_bytes()) == hash_bytes("a".as_bytes()))  # True
    ```
    """
    var hasher = HasherType()
    hasher._update_with_bytes(bytes)
    return hasher^.finish()
