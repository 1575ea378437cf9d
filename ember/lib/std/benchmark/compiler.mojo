"""Keeping the optimiser from removing what is measured."""


@always_inline
def keep[T: AnyType](value: T):
    """Makes the optimiser believe that a value is used.

    Example:

    ```mojo
    from std.benchmark import keep

    keep(1 + 1)
    ```
    """
    _ = __address_of(value)
    __mlir_op.`pop.inline_asm`[assembly="", constraints="r,~{memory}", has_side_effects=True](__address_of(value))


@always_inline
def black_box[T: AnyType](ref value: T) -> ref[value] T:
    """The value; the optimiser does not know what it is.

    Example:

    ```mojo
    from std.benchmark.compiler import black_box

    var number = 7
    print(black_box(number))  # 7
    ```
    """
    __mlir_op.`pop.inline_asm`[assembly="", constraints="r,~{memory}", has_side_effects=True](__address_of(value))
    return value


@always_inline
def black_box[T: Movable](*, var take: T) -> T:
    """An owned value; the optimiser does not know what it is."""
    __mlir_op.`pop.inline_asm`[assembly="", constraints="r,~{memory}", has_side_effects=True](__address_of(take))
    return take^


@always_inline
def clobber_memory():
    """Makes the optimiser believe that all memory changes.

    Example:

    ```mojo
    from std.benchmark.compiler import clobber_memory

    clobber_memory()
    ```
    """
    __mlir_op.`pop.inline_asm`[assembly="", constraints="~{memory}", has_side_effects=True]()
