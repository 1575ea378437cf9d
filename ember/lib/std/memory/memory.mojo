"""Raw memory: copy, fill, compare, allocate."""

from std.ffi import external_call

comptime _RawPointer = __mlir_type.`!kgen.pointer<none>`


@always_inline
def memcpy[T: AnyType](dest: UnsafePointer[T, _], src: UnsafePointer[T, _], count: Int):
    """Copies `count` elements byte by byte; the ranges must not overlap.

    Example:

    ```mojo
    from std.memory import memcpy

    var source: List[Int] = [1, 2, 3]
    var target = List[Int](length=3, fill=0)
    memcpy(dest=target.unsafe_ptr(), src=source.unsafe_ptr(), count=3)
    print(target)  # [1, 2, 3]
    ```
    """
    __mlir_op.`pop.memcpy`[overlapping=False](dest.address, src.address, (count * __size_of[T]())._index())


@always_inline
def memmove[T: AnyType](*, dest: UnsafePointer[T, _], src: UnsafePointer[T, _], count: Int):
    """Copies `count` elements byte by byte; the ranges may overlap.

    Example:

    ```mojo
    from std.memory.memory import memmove

    var numbers: List[Int] = [1, 2, 3]
    memmove(dest=numbers.unsafe_ptr() + 1, src=numbers.unsafe_ptr(), count=2)
    print(numbers)  # [1, 1, 2]
    ```
    """
    __mlir_op.`pop.memcpy`[overlapping=True](dest.address, src.address, (count * __size_of[T]())._index())


@always_inline
def memset[T: AnyType](ptr: UnsafePointer[T, _], value: Byte, count: Int):
    """Fills the bytes of `count` elements.

    Example:

    ```mojo
    from std.memory import memset

    var bytes = List[UInt8](length=3, fill=0)
    memset(bytes.unsafe_ptr(), 7, 3)
    print(bytes)  # [7, 7, 7]
    ```
    """
    __mlir_op.`pop.memset`(ptr.address, value.value, (count * __size_of[T]())._index())


@always_inline
def memset_zero[T: AnyType](ptr: UnsafePointer[T, _], count: Int):
    """Fills the bytes of `count` elements with zero.

    Example:

    ```mojo
    from std.memory import memset_zero

    var numbers: List[Int] = [1, 2]
    memset_zero(numbers.unsafe_ptr(), 2)
    print(numbers)  # [0, 0]
    ```
    """
    memset(ptr, Byte(0), count)


@always_inline
def memset_zero[dtype: DType, //, *, count: Int](ptr: UnsafePointer[Scalar[dtype], _]):
    """Fills `count` numbers with zero."""
    memset(ptr, Byte(0), count)


def memcmp[T: AnyType](s1: UnsafePointer[T, _], s2: UnsafePointer[T, _], count: Int) -> Int:
    """Compares the bytes of `count` elements: -1, 0 or 1.

    Example:

    ```mojo
    from std.memory import memcmp

    var a: List[UInt8] = [1, 2]
    var b: List[UInt8] = [1, 3]
    print(memcmp(a.unsafe_ptr(), b.unsafe_ptr(), 2))  # -1
    ```
    """
    var size = count * __size_of[T]()
    var a = s1.bitcast[Byte]()
    var b = s2.bitcast[Byte]()
    if not __is_compile_time():
        var order = external_call["memcmp", Int32](a.address, b.address, size)
        return 0 if order == 0 else (1 if order > 0 else -1)
    for i in range(size):
        if a[i] != b[i]:
            return 1 if a[i] > b[i] else -1
    return 0


@always_inline
def stack_allocation[
    count: Int,
    T: AnyType,
    /,
    alignment: Int = 0,
    address_space: AddressSpace = AddressSpace.GENERIC,
]() -> UnsafePointer[T, MutAnyOrigin, address_space=address_space]:
    """Room for `count` elements until the function returns.

    Example:

    ```mojo
    from std.memory import stack_allocation

    var buffer = stack_allocation[4, Int]()
    buffer[3] = 7
    print(buffer[3])  # 7
    ```
    """
    comptime assert count >= 0, "an array cannot have fewer than no elements"
    return UnsafePointer[T, MutAnyOrigin, address_space=address_space](
        mlir_value=__mlir_op.`pop.stack_allocation`[
            type=T,
            count=count,
            alignment=alignment,
            name="",
            _type = __mlir_type[`!kgen.pointer<none, `, address_space.value(), `>`],
        ]()
    )


@always_inline
def stack_allocation[
    count: Int,
    dtype: DType,
    /,
    alignment: Int = 0,
    address_space: AddressSpace = AddressSpace.GENERIC,
]() -> UnsafePointer[Scalar[dtype], MutAnyOrigin, address_space=address_space]:
    """Room for `count` numbers until the function returns."""
    return stack_allocation[count, Scalar[dtype], alignment=alignment, address_space=address_space]()


@always_inline
def _malloc[T: AnyType](count: Int) -> UnsafePointer[T, MutAnyOrigin]:
    # Room for `count` elements on the heap. malloc aligns to 16 bytes; more comes from aligned_alloc.
    comptime if __align_of[T]() <= 16:
        return UnsafePointer[T, MutAnyOrigin](mlir_value=_allocate(count, __size_of[T]()))
    else:
        return _malloc[T](count, __align_of[T]())


@always_inline
def _malloc[T: AnyType](count: Int, alignment: Int) -> UnsafePointer[T, MutAnyOrigin]:
    # Room for `count` elements on the heap, with an alignment of at least that of the type.
    return UnsafePointer[T, MutAnyOrigin](
        mlir_value=_allocate_aligned(count, __size_of[T](), max(alignment, __align_of[T]()))
    )


@always_inline
def _allocate(count: Int, size: Int = 1) -> _RawPointer:
    # Room for `count` elements of `size` bytes; the program ends when there is none.
    var found = __mlir_op.`pop.external_call`[name="malloc", fixed=-1, _type=_RawPointer](_total(count, size).value)
    _check_allocated(found, count, size)
    return found


@no_inline
def _allocate_aligned(count: Int, size: Int, alignment: Int) -> _RawPointer:
    if alignment <= 16:
        return _allocate(count, size)
    var total = (_total(count, size) + alignment - 1) & -alignment
    var found = external_call["aligned_alloc", _RawPointer](alignment, total)
    _check_allocated(found, count, size)
    return found


@always_inline
def _total(count: Int, size: Int) -> Int:
    # The bytes of `count` elements; more than there can be if the count is negative or the product too big.
    # Where the size is known, as in all calls but those of a function that is not inlined, one comparison is left.
    if size <= 1:
        return count * size
    var most = UInt(Int.MAX) // UInt(2 * size)
    return count * size if UInt(count) <= most else Int.MAX // 2


@always_inline
def _check_allocated(found: _RawPointer, count: Int, size: Int):
    comptime if __target_info["arch"]() == "x86_64" or __target_info["arch"]() == "aarch64":
        comptime if __target_info["simulated"]() == 0:
            if Int(UnsafePointer[UInt8, MutAnyOrigin](mlir_value=found)) == 0:
                __mlir_op.`pop.external_call`[name="__ember_no_memory", fixed=-1](count, size)


@always_inline
def _free(address: _RawPointer):
    __mlir_op.`pop.external_call`[name="free", fixed=-1](address)


@always_inline
def uninit_move_n[T: Movable, //, *, overlapping: Bool = False](
    *, dest: UnsafePointer[T, _], src: UnsafePointer[T, _], count: Int
):
    """Moves `count` elements into uninitialised memory.

    Example:

    ```mojo
    from std.memory import alloc
    from std.memory.memory import destroy_n, uninit_move_n

    var words: List[String] = ["a", "b"]
    var target = alloc[String](2)
    uninit_move_n(dest=target, src=words.steal_data(), count=2)
    print(target[1])  # b
    destroy_n(target, 2)
    target.free()
    ```
    """
    comptime if __trivially_movable[T]():
        __mlir_op.`pop.memcpy`[overlapping=overlapping](dest.address, src.address, (count * __size_of[T]())._index())
    else:
        for i in range(count):
            (dest + i).init_pointee_move_from(src + i)


@always_inline
def uninit_copy_n[T: Copyable, //, *, overlapping: Bool = False](
    *, dest: UnsafePointer[T, _], src: UnsafePointer[T, _], count: Int
):
    """Copies `count` elements into uninitialised memory.

    Example:

    ```mojo
    from std.memory import alloc
    from std.memory.memory import destroy_n, uninit_copy_n

    var words: List[String] = ["a", "b"]
    var target = alloc[String](2)
    uninit_copy_n(dest=target, src=words.unsafe_ptr(), count=2)
    print(target[1], words[1])  # b b
    destroy_n(target, 2)
    target.free()
    ```
    """
    comptime if __trivially_copyable[T]():
        __mlir_op.`pop.memcpy`[overlapping=overlapping](dest.address, src.address, (count * __size_of[T]())._index())
    else:
        for i in range(count):
            (dest + i).init_pointee_copy(src[i])


@always_inline
def destroy_n[T: AnyType, //](ptr: UnsafePointer[T, _], count: Int):
    """Drops `count` elements.

    Example:

    ```mojo
    from std.memory import alloc
    from std.memory.memory import destroy_n

    var words = alloc[String](1)
    words.init_pointee_move(String("a"))
    destroy_n(words, 1)
    words.free()
    ```
    """
    comptime if not __trivially_destructible[T]():
        for i in range(count):
            (ptr + i).destroy_pointee()


def unsafe_free[T: AnyType](ptr: UnsafePointer[T, _]):
    """Gives memory from `alloc` back.

    Example:

    ```mojo
    from std.memory import alloc
    from std.memory.memory import unsafe_free

    unsafe_free(alloc[Int](1))
    ```
    """
    _free(ptr.address)
