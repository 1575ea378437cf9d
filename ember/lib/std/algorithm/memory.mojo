"""Copies."""

from std.memory.memory import memcpy


def parallel_memcpy[T: AnyType](*, dest: UnsafePointer[T, _], src: UnsafePointer[T, _], count: Int):
    """Copies `count` elements.

    Example:

    ```mojo
    from std.algorithm import parallel_memcpy

    var source: List[Int] = [1, 2, 3]
    var target = List[Int](length=3, fill=0)
    parallel_memcpy(dest=target.unsafe_ptr(), src=source.unsafe_ptr(), count=3)
    print(target)  # [1, 2, 3]
    ```
    """
    memcpy(dest=dest, src=src, count=count)
