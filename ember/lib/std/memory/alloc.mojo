"""alloc and dealloc: heap memory with its layout."""

from std.memory.memory import _free, _malloc


struct Layout[T: AnyType](Equatable, ImplicitlyCopyable, Writable):
    """How many elements memory must hold, and how they are aligned.

    Example:

    ```mojo
    from std.memory.alloc import Layout

    var layout = Layout[Int32](count=10)
    print(layout.count(), layout.alignment(), layout.byte_count())  # 10 4 40
    ```

    ```mojo
    from std.memory.alloc import Layout

    print(Layout[Int64].single().size())  # 8
    ```
    """

    var _count: Int
    var _alignment: Int

    @always_inline
    def __init__(out self, *, count: Int, alignment: Int = __align_of[Self.T]()):
        """Room for `count` elements."""
        self._count = count
        self._alignment = alignment

    @staticmethod
    @always_inline
    def single() -> Self:
        """Room for one element."""
        return Self(count=1)

    @always_inline
    def count(self) -> Int:
        """How many elements there are."""
        return self._count

    @always_inline
    def alignment(self) -> Int:
        """How they are aligned, in bytes."""
        return self._alignment

    @always_inline
    def size(self) -> Int:
        """How many bytes that takes."""
        return self._count * __size_of[Self.T]()

    @always_inline
    def byte_count(self) -> Int:
        """How many bytes that takes."""
        return self.size()

    def write_to(self, mut writer: Some[Writer]):
        """Writes the type, the count and the alignment."""
        writer.write(
            "Layout[", __type_name[Self.T](), "](count=", self._count, ", alignment=", self._alignment, ")"
        )


struct ThinAllocation[T: AnyType](Movable):
    """Heap memory without its layout.

    Example:

    ```mojo
    from std.memory.alloc import Layout, alloc, dealloc

    var layout = Layout[Int](count=2)
    var thin = alloc(layout).into_thin()
    dealloc(thin^.unsafe_with_layout(layout))
    ```

    ```mojo
    from std.memory.alloc import Layout, alloc, dealloc

    var thin = alloc(Layout[Int](count=2)).into_thin()
    thin.unsafe_ptr()[0] = 7
    dealloc(thin^.unsafe_leak())
    ```
    """

    var _pointer: UnsafePointer[Self.T, MutAnyOrigin]

    @always_inline
    def __init__(out self, *, unsafe_from_ptr: UnsafePointer[Self.T, _]):
        """Takes memory over."""
        self._pointer = unsafe_from_ptr

    @always_inline
    def unsafe_ptr(ref self) -> UnsafePointer[Self.T, origin_of(self)]:
        """Where the memory begins."""
        return UnsafePointer[Self.T, origin_of(self)](mlir_value=self._pointer.address)

    @always_inline
    def unsafe_leak(deinit self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Where the memory begins; the caller is to give it back."""
        return self._pointer

    @always_inline
    def unsafe_with_layout(deinit self, layout: Layout[Self.T]) -> Allocation[Self.T]:
        """The memory with its layout."""
        return Allocation[Self.T](self._pointer, layout)


@fieldwise_init
struct Allocation[T: AnyType](Movable):
    """Heap memory with its layout.

    Example:

    ```mojo
    from std.memory.alloc import Layout, alloc, dealloc

    var memory = alloc(Layout[Int](count=2))
    print(memory.layout().count())  # 2
    dealloc(memory^)
    ```

    ```mojo
    from std.memory.alloc import Layout, alloc, dealloc

    var memory = alloc(Layout[Int](count=2))
    memory.unsafe_ptr()[0] = 7
    print(memory.unsafe_span()[0])  # 7
    var managed = memory^.into_managed()
    var again = managed^.into_allocation()
    dealloc(again^.unsafe_leak())
    ```

    ```mojo
    from std.memory.alloc import Layout, alloc, dealloc

    var layout = Layout[Int](count=2)
    dealloc(alloc(layout).into_thin().unsafe_with_layout(layout))
    print(alloc(layout).into_deletable().layout().count())  # 2
    ```
    """

    var _pointer: UnsafePointer[Self.T, MutAnyOrigin]
    var _layout: Layout[Self.T]

    @always_inline
    def layout(self) -> Layout[Self.T]:
        """What the memory was made for."""
        return self._layout

    @always_inline
    def unsafe_ptr(ref self) -> UnsafePointer[Self.T, origin_of(self)]:
        """Where the memory begins."""
        return UnsafePointer[Self.T, origin_of(self)](mlir_value=self._pointer.address)

    @always_inline
    def unsafe_span(ref self) -> Span[Self.T, origin_of(self)]:
        """All elements."""
        return Span[Self.T, origin_of(self)](ptr=self.unsafe_ptr(), length=self._layout.count())

    @always_inline
    def unsafe_leak(deinit self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Where the memory begins; the caller is to give it back."""
        return self._pointer

    @always_inline
    def into_thin(deinit self) -> ThinAllocation[Self.T]:
        """The memory without its layout."""
        return ThinAllocation[Self.T](unsafe_from_ptr=self._pointer)

    @always_inline
    def into_managed(deinit self) -> DeletableAllocation[Self.T]:
        """The memory, given back by itself."""
        return DeletableAllocation[Self.T](self._pointer, self._layout)

    @always_inline
    def into_deletable(deinit self) -> DeletableAllocation[Self.T]:
        """The memory, given back by itself."""
        return DeletableAllocation[Self.T](self._pointer, self._layout)


@fieldwise_init
struct DeletableAllocation[T: AnyType](Movable):
    """Heap memory that gives itself back; its elements are not destroyed.

    Example:

    ```mojo
    from std.memory.alloc import Layout, alloc

    var memory = alloc(Layout[Int](count=3)).into_deletable()
    print(len(memory.unsafe_span()))  # 3
    ```

    ```mojo
    from std.memory.alloc import Layout, alloc, dealloc

    var memory = alloc(Layout[Int](count=3)).into_deletable()
    memory.unsafe_ptr()[0] = 7
    print(memory.layout().count())  # 3
    dealloc(memory^.into_allocation())
    ```
    """

    var _pointer: UnsafePointer[Self.T, MutAnyOrigin]
    var _layout: Layout[Self.T]

    @always_inline
    def __init__(out self, var allocation: Allocation[Self.T], /):
        """Takes memory over."""
        self._pointer = allocation._pointer
        self._layout = allocation._layout

    @always_inline
    def __deinit__(deinit self):
        """Gives the memory back."""
        _free(self._pointer.address)

    @always_inline
    def layout(self) -> Layout[Self.T]:
        """What the memory was made for."""
        return self._layout

    @always_inline
    def unsafe_ptr(ref self) -> UnsafePointer[Self.T, origin_of(self)]:
        """Where the memory begins."""
        return UnsafePointer[Self.T, origin_of(self)](mlir_value=self._pointer.address)

    @always_inline
    def unsafe_span(ref self) -> Span[Self.T, origin_of(self)]:
        """All elements."""
        return Span[Self.T, origin_of(self)](ptr=self.unsafe_ptr(), length=self._layout.count())

    @always_inline
    def into_allocation(deinit self) -> Allocation[Self.T]:
        """The memory, to be given back by the caller."""
        return Allocation[Self.T](self._pointer, self._layout)


@always_inline
def alloc[T: AnyType](count: Int, /, *, alignment: Int) -> UnsafePointer[T, MutAnyOrigin]:
    """Room for `count` elements on the heap, at a multiple of `alignment`."""
    return _malloc[T](count, alignment)


@always_inline
def alloc[T: AnyType](count: Int, /) -> UnsafePointer[T, MutAnyOrigin]:
    """Room for `count` elements on the heap.

    Example:

    ```mojo
    from std.memory.alloc import alloc

    var numbers = alloc[Int](2)
    numbers[0] = 7
    print(numbers[0])  # 7
    numbers.free()
    ```
    """
    return _malloc[T](count)


@always_inline
def alloc[T: AnyType](layout: Layout[T]) -> Allocation[T]:
    """Room for what the layout says on the heap."""
    return Allocation[T](_malloc[T](layout.count(), layout.alignment()), layout)


@always_inline
def dealloc[T: AnyType, //](var allocation: Allocation[T]):
    """Gives memory from `alloc` back.

    Example:

    ```mojo
    from std.memory.alloc import alloc, dealloc

    var numbers = alloc[Int](2)
    dealloc(numbers)
    ```
    """
    _free(allocation._pointer.address)


@always_inline
def dealloc[T: AnyType, //](allocation: UnsafePointer[T, _]):
    """Gives memory from `alloc` back."""
    _free(allocation.address)
