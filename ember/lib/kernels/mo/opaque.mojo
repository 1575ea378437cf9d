"""Values of any type between the kernels of a graph: they lie on the heap, and a word holds the address of each."""

from std.ffi import external_call
from std.memory import alloc

comptime _Word = UnsafePointer[Int, MutAnyOrigin]
"""Where the address of a value is, or 0 where there is no value."""


struct Handle[end: StringLiteral](Movable):
    """The word of a value. The function named `end` takes the value's address and ends it.

    Parameters:
        end: The name of an exported function.

    Example:

    ```mojo
    from mo.opaque import Handle

    var handle = Handle["free"]()
    print(handle.address)  # 0
    ```
    """

    var address: Int
    """Where the value is; 0 before there is one."""

    def __init__(out self):
        """No value yet."""
        self.address = 0

    def __del__(deinit self):
        """Ends the value."""
        if self.address != 0:
            external_call[Self.end, NoneType](self.address)


def hold[T: Movable & Deinitable](word: _Word, var value: T):
    """Puts a value behind a word, in place of the one that was there.

    Example:

    ```mojo
    from mo.opaque import drop, hold, held

    var word = 0
    hold[List[Int]](UnsafePointer(to=word), [1, 2])
    hold[List[Int]](UnsafePointer(to=word), [3, 4, 5])
    print(len(held[List[Int]](UnsafePointer(to=word))))  # 3
    drop[List[Int]](word)
    ```
    """
    if word[0] != 0:
        drop[T](word[0])
    var place = alloc[T](1)
    place.init_pointee_move(value^)
    word[0] = Int(place)


@always_inline
def held[T: AnyType](word: _Word) -> ref[MutAnyOrigin] T:
    """The value behind a word.

    Example:

    ```mojo
    from mo.opaque import drop, hold, held

    var word = 0
    hold(UnsafePointer(to=word), String("a"))
    held[String](UnsafePointer(to=word)) += "b"
    print(held[String](UnsafePointer(to=word)))  # ab
    drop[String](word)
    ```
    """
    return UnsafePointer[T, MutAnyOrigin](unsafe_from_address=word[0])[]


def drop[T: Deinitable](address: Int):
    """Ends the value at an address that `hold` gave it, and frees its memory.

    Example:

    ```mojo
    from mo.opaque import drop, hold

    var word = 0
    hold(UnsafePointer(to=word), String("a"))
    drop[String](word)
    ```
    """
    var place = UnsafePointer[T, MutAnyOrigin](unsafe_from_address=address)
    place.destroy_pointee()
    place.free()
