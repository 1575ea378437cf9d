"""Exchanging two values."""


@always_inline
def swap[T: Movable](mut lhs: T, mut rhs: T):
    """Exchanges the values of two variables."""
    var first = UnsafePointer[T, MutAnyOrigin](mlir_value=__address_of(lhs))
    first.swap_pointees(UnsafePointer[T, MutAnyOrigin](mlir_value=__address_of(rhs)))
