"""alloc and dealloc: heap memory with its layout."""

from std.memory.maybe_uninitialized import MaybeUninit
from std.memory.memory import _free, _malloc


struct Alignment(Equatable, ImplicitlyCopyable, TrivialRegisterPassable, Writable):
    """How memory is aligned: a power of two, in bytes.

    Example:

    ```mojo
    from std.memory import Alignment

    print(Alignment.of[Int64]().bytes(), Alignment.of_bytes[64]().bytes())  # 8 64
    ```
    """

    var _bytes: Int

    @always_inline
    def __init__(out self, *, _unsafe_alignment: Int):
        """Takes a number that is a power of two."""
        self._bytes = _unsafe_alignment

    @staticmethod
    @always_inline
    def of[T: AnyType, /]() -> Self:
        """That of a type."""
        return Self(_unsafe_alignment=__align_of[T]())

    @staticmethod
    @always_inline
    def of_bytes[n: Int, /]() -> Self:
        """A number of bytes, which must be a power of two."""
        comptime assert n > 0 and n & (n - 1) == 0, "an alignment must be a positive power of two"
        return Self(_unsafe_alignment=n)

    @always_inline
    def bytes(self) -> Int:
        """The number of bytes."""
        return self._bytes

    def write_to(self, mut writer: Some[Writer]):
        """Writes the number of bytes."""
        writer.write(self._bytes)

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes `Alignment(_value=Int(8))`."""
        writer.write("Alignment(_value=Int(", self._bytes, "))")


struct Layout[T: AnyType, *, alignment: Alignment = Alignment.of[T]()](Equatable, ImplicitlyCopyable, Writable):
    """How many elements memory must hold, and how they are aligned.

    Parameters:
        T: The type of the elements.
        alignment: How the first one is aligned.

    Example:

    ```mojo
    from std.memory.alloc import Alignment, Layout

    var layout = Layout[Int32](count=10)
    print(layout.count(), layout.alignment, layout.byte_count())  # 10 4 40
    print(Layout[Int32, alignment = Alignment.of_bytes[64]()](count=2).alignment)  # 64
    ```

    ```mojo
    from std.memory.alloc import Layout

    print(Layout[Int64].single().size(), Layout[Int64].single().as_byte_layout().count())  # 8 8
    ```
    """

    var _count: Int

    @always_inline
    def __init__(out self, *, count: Int):
        """Room for `count` elements."""
        self._count = count

    @staticmethod
    @always_inline
    def single() -> Self:
        """Room for one element."""
        return Self(count=1)

    @always_inline
    def as_byte_layout(self) -> Layout[Byte, alignment = Self.alignment]:
        """The same room, counted in bytes."""
        return Layout[Byte, alignment = Self.alignment](count=self.size())

    @always_inline
    def count(self) -> Int:
        """How many elements there are."""
        return self._count

    @always_inline
    def size(self) -> Int:
        """How many bytes that takes."""
        return self._count * __size_of[Self.T]()

    @always_inline
    def byte_count(self) -> Int:
        """How many bytes that takes."""
        return self.size()

    def write_to(self, mut writer: Some[Writer]):
        """Writes the type, the alignment and the count."""
        writer.write(
            "Layout[", reflect[Self.T].name(), ", alignment=", Self.alignment, "](count=", self._count, ")"
        )

    def write_repr_to(self, mut writer: Some[Writer]):
        """Writes the type, the alignment and the count."""
        self.write_to(writer)


@explicit_destroy("give its memory back with 'dealloc(memory^.unsafe_with_layout(layout))', or take its pointer with 'unsafe_leak()'")
struct ThinAllocation[T: AnyType](Deinitable where False, Movable):
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
    def __init__(out self, *, unsafe_owned_ptr: UnsafePointer[Self.T, _]):
        """Takes memory over."""
        self._pointer = unsafe_owned_ptr

    @always_inline
    def unsafe_ptr(ref self) -> UnsafePointer[Self.T, origin_of(self)]:
        """Where the memory begins."""
        return UnsafePointer[Self.T, origin_of(self)](mlir_value=self._pointer.address)

    @always_inline
    def unsafe_leak(deinit self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Where the memory begins; the caller is to give it back."""
        return self._pointer

    @always_inline
    def unsafe_with_layout[
        alignment: Alignment, //
    ](deinit self, layout: Layout[Self.T, alignment=alignment]) -> Allocation[Self.T, alignment=alignment]:
        """The memory with its layout."""
        return Allocation[Self.T, alignment=alignment](self._pointer, layout)


@explicit_destroy("give its memory back with 'dealloc(memory^)', or take its pointer with 'unsafe_leak()'")
@fieldwise_init
struct Allocation[T: AnyType, *, alignment: Alignment = Alignment.of[T]()](Deinitable where False, Movable, Sized):
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
    print(memory.unsafe_span()[0], len(memory), len(memory.storage()))  # 7 2 2
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
    var _layout: Layout[Self.T, alignment = Self.alignment]

    @always_inline
    def layout(self) -> Layout[Self.T, alignment = Self.alignment]:
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
    def storage(ref self) -> Span[MaybeUninit[Self.T], origin_of(self)]:
        """All elements, none of which need be there."""
        return Span[MaybeUninit[Self.T], origin_of(self)](
            ptr=self.unsafe_ptr().bitcast[MaybeUninit[Self.T]](), length=self._layout.count()
        )

    @always_inline
    def __len__(self) -> Int:
        """How many elements there is room for."""
        return self._layout.count()

    @always_inline
    def unsafe_leak(deinit self) -> UnsafePointer[Self.T, MutAnyOrigin]:
        """Where the memory begins; the caller is to give it back."""
        return self._pointer

    @always_inline
    def into_thin(deinit self) -> ThinAllocation[Self.T]:
        """The memory without its layout."""
        return ThinAllocation[Self.T](unsafe_owned_ptr=self._pointer)

    @always_inline
    def into_managed(deinit self) -> DeletableAllocation[Self.T, alignment = Self.alignment]:
        """The memory, given back by itself."""
        return DeletableAllocation[Self.T, alignment = Self.alignment](self._pointer, self._layout)

    @always_inline
    def into_deletable(deinit self) -> DeletableAllocation[Self.T, alignment = Self.alignment]:
        """The memory, given back by itself."""
        return DeletableAllocation[Self.T, alignment = Self.alignment](self._pointer, self._layout)


@fieldwise_init
struct DeletableAllocation[T: AnyType, *, alignment: Alignment = Alignment.of[T]()](Movable):
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
    var _layout: Layout[Self.T, alignment = Self.alignment]

    @always_inline
    def __init__(out self, var allocation: Allocation[Self.T, alignment = Self.alignment], /):
        """Takes memory over."""
        self._layout = allocation._layout
        self._pointer = allocation^.unsafe_leak()

    @always_inline
    def __deinit__(deinit self):
        """Gives the memory back."""
        _free(self._pointer.address)

    @always_inline
    def layout(self) -> Layout[Self.T, alignment = Self.alignment]:
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
    def into_allocation(deinit self) -> Allocation[Self.T, alignment = Self.alignment]:
        """The memory, to be given back by the caller."""
        return Allocation[Self.T, alignment = Self.alignment](self._pointer, self._layout)


comptime ManagedAllocation = DeletableAllocation
"""Another name of `DeletableAllocation`.

Example:

```mojo
from std.memory.alloc import Layout, ManagedAllocation, alloc

var memory: ManagedAllocation[Int] = alloc(Layout[Int](count=3)).into_managed()
print(memory.layout().count())  # 3
```
"""


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
def alloc[
    T: AnyType, /, *, alignment: Alignment = Alignment.of[T]()
](layout: Layout[T, alignment=alignment]) -> Allocation[T, alignment=alignment]:
    """Room for what the layout says on the heap."""
    return Allocation[T, alignment=alignment](_malloc[T](layout.count(), alignment.bytes()), layout)


@always_inline
def dealloc[T: AnyType, alignment: Alignment, //](var allocation: Allocation[T, alignment=alignment]):
    """Gives memory from `alloc` back.

    Example:

    ```mojo
    from std.memory.alloc import alloc, dealloc

    var numbers = alloc[Int](2)
    dealloc(numbers)
    ```
    """
    _free(allocation^.unsafe_leak().address)


@always_inline
def dealloc[T: AnyType, //](allocation: UnsafePointer[T, _]):
    """Gives memory from `alloc` back."""
    _free(allocation.address)
