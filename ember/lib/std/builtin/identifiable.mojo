"""Identifiable, which every program sees without an import, and id."""


@always_inline
def id[T: AnyType](ref value: T) -> Int:
    """Where a value is in memory: different for all values that exist at the same time.

    Example:

    ```mojo
    var a = String("text")
    var b = a
    print(id(a) == id(a), id(a) == id(b), a == b)  # True False True
    ```
    """
    return Int(UnsafePointer[T, MutAnyOrigin](mlir_value=__address_of(value)))
