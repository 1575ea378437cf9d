"""Exchanging two values."""


@always_inline
def swap[T: Movable](mut lhs: T, mut rhs: T):
    """Exchanges the values of two variables.

    Example:

    ```mojo
    var a = 1
    var b = 2
    swap(a, b)
    print(a, b)  # 2 1
    ```
    """
    var first = UnsafePointer[T, MutAnyOrigin](mlir_value=__address_of(lhs))
    first.swap_pointees(UnsafePointer[T, MutAnyOrigin](mlir_value=__address_of(rhs)))
