"""Keeping the optimiser from removing what is measured."""


@always_inline
def keep[T: AnyType](value: T):
    """Makes the optimiser believe that a value is used."""
    _ = __address_of(value)
    __mlir_op.`pop.inline_asm`[assembly="", constraints="r,~{memory}", has_side_effects=True](__address_of(value))


@always_inline
def black_box[T: AnyType](value: T) -> ref[value] T:
    """The value; the optimiser does not know what it is."""
    __mlir_op.`pop.inline_asm`[assembly="", constraints="r,~{memory}", has_side_effects=True](__address_of(value))
    return value


@always_inline
def clobber_memory():
    """Makes the optimiser believe that all memory changes."""
    __mlir_op.`pop.inline_asm`[assembly="", constraints="~{memory}", has_side_effects=True]()
