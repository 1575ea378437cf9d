"""Exchanging two values."""


@always_inline
def swap[T: Movable](mut lhs: T, mut rhs: T):
    """Exchanges the values of two variables."""
    var first = __get_address_as_owned_value[T](__address_of(lhs))
    __get_address_as_uninit_lvalue[T](__address_of(lhs)) = __get_address_as_owned_value[T](__address_of(rhs))
    __get_address_as_uninit_lvalue[T](__address_of(rhs)) = first^
