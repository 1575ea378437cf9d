"""alloc and dealloc: heap memory with its layout."""

from std.memory.memory import _free, _malloc


struct Layout[T: AnyType](ImplicitlyCopyable):
    """How many elements memory must hold, and how they are aligned."""

    var count: Int
    var alignment: Int

    @always_inline
    @implicit
    def __init__(out self, count: Int):
        """Room for `count` elements of natural alignment."""
        self.count = count
        self.alignment = __align_of[Self.T]()

    @always_inline
    def __init__(out self, *, count: Int, alignment: Int):
        """Room for `count` elements."""
        self.count = count
        self.alignment = alignment

    @staticmethod
    @always_inline
    def single() -> Self:
        """Room for one element."""
        return Self(count=1)

    @always_inline
    def size(self) -> Int:
        """How many bytes that takes."""
        return self.count * __size_of[Self.T]()


comptime Allocation[T: AnyType] = UnsafePointer[T, MutAnyOrigin]
comptime ThinAllocation[T: AnyType] = UnsafePointer[T, MutAnyOrigin]


@always_inline
def alloc[T: AnyType](count: Int, /, *, alignment: Int = 0) -> UnsafePointer[T, MutAnyOrigin]:
    """Room for `count` elements on the heap."""
    return _malloc[T](count, alignment)


@always_inline
def alloc[T: AnyType](layout: Layout[T]) -> UnsafePointer[T, MutAnyOrigin]:
    """Room for what the layout says on the heap."""
    return _malloc[T](layout.count, layout.alignment)


@always_inline
def dealloc[T: AnyType, //](allocation: UnsafePointer[T, _]):
    """Gives memory from `alloc` back."""
    _free(allocation.address)


@always_inline
def dealloc[T: AnyType, //](allocation: UnsafePointer[T, _], layout: Layout[T]):
    """Gives memory from `alloc` back."""
    _free(allocation.address)
