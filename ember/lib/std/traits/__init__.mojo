"""Questions about types."""

comptime IsTriviallyDeinitable[T: AnyType] = __trivially_destructible[T]()
"""True for types whose values are dropped without effect.

Example:

```mojo
from std.traits import IsTriviallyCopyable, IsTriviallyDeinitable

print(IsTriviallyCopyable[Int], IsTriviallyDeinitable[String])  # True False
```
"""
comptime IsTriviallyCopyable[T: AnyType] = __trivially_copyable[T]()
"""True for types whose values are copied byte by byte."""
comptime IsTriviallyMovable[T: AnyType] = __trivially_movable[T]()
"""True for types whose values are moved byte by byte."""
