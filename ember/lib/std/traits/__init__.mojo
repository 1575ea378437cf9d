"""Questions about types."""

comptime IsTriviallyDeinitable[T: AnyType] = __trivially_destructible[T]()
comptime IsTriviallyCopyable[T: AnyType] = __trivially_copyable[T]()
comptime IsTriviallyMovable[T: AnyType] = __trivially_movable[T]()
