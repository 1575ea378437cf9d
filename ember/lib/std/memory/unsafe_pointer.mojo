"""UnsafePointer, under the name of its own module."""

from std.memory.alloc import alloc
from std.memory.pointer import UnsafePointer


@always_inline
def initialize_pointee_move[T: Movable, //](ptr: UnsafePointer[T, _], var value: T):
    """Moves a value into fresh memory; `ptr.init_pointee_move(value^)` by its name of 2024.

    Example:

    ```mojo
    from std.memory.unsafe_pointer import alloc, destroy_pointee, initialize_pointee_copy, initialize_pointee_move
    from std.memory.unsafe_pointer import move_from_pointee

    var p = alloc[String](2)
    initialize_pointee_move(p, String("moved"))
    initialize_pointee_copy(p + 1, p[0])
    print(move_from_pointee(p), p[1])  # moved moved
    destroy_pointee(p + 1)
    p.free()
    ```
    """
    ptr.init_pointee_move(value^)


@always_inline
def initialize_pointee_copy[T: Copyable, //](ptr: UnsafePointer[T, _], value: T):
    """Copies a value into fresh memory; `ptr.init_pointee_copy(value)` by its name of 2024.

    Example:

    ```mojo
    from std.memory.unsafe_pointer import alloc, initialize_pointee_copy

    var p = alloc[Int](1)
    initialize_pointee_copy(p, 5)
    print(p[])  # 5
    p.free()
    ```
    """
    ptr.init_pointee_copy(value)


@always_inline
def move_from_pointee[T: Movable, //](ptr: UnsafePointer[T, _]) -> T:
    """Moves a value out of memory; `ptr.take_pointee()` by its name of 2024.

    Example:

    ```mojo
    from std.memory.unsafe_pointer import alloc, initialize_pointee_copy, move_from_pointee

    var p = alloc[Int](1)
    initialize_pointee_copy(p, 5)
    print(move_from_pointee(p))  # 5
    p.free()
    ```
    """
    return ptr.take_pointee()


@always_inline
def destroy_pointee[T: AnyType, //](ptr: UnsafePointer[T, _]):
    """Destroys a value in memory; `ptr.destroy_pointee()` by its name of 2024.

    Example:

    ```mojo
    from std.memory.unsafe_pointer import alloc, destroy_pointee, initialize_pointee_copy

    var p = alloc[Int](1)
    initialize_pointee_copy(p, 5)
    destroy_pointee(p)
    p.free()
    ```
    """
    ptr.destroy_pointee()
