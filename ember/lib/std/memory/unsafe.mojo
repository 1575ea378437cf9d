"""The same bits, read as something else."""

from std.memory.maybe_uninitialized import MaybeUninit
from std.memory.pointer import DTypePointer, Pointer


@always_inline("nodebug")
def bitcast[
    src_dtype: DType, src_length: SIMDLength, //, dtype: DType, length: SIMDLength = src_length
](value: SIMD[src_dtype, src_length]) -> SIMD[dtype, length]:
    """The bits of `value` as numbers of another format.

    Example:

    ```mojo
    from std.memory import bitcast

    print(bitcast[DType.uint32](Float32(1)))  # 1065353216
    ```
    """
    return SIMD[dtype, length](
        mlir_value=__mlir_op.`pop.bitcast`[_type = __mlir_type[`!pop.simd<`, length, `, `, dtype, `>`]](value.value)
    )


@always_inline
def pack_bits[
    src_length: SIMDLength, //, dtype: DType = DType.uint8, length: SIMDLength = 1
](value: SIMD[DType.bool, src_length]) -> SIMD[dtype, length]:
    """A mask as the bits of integers, the first lane in the lowest bit.

    Example:

    ```mojo
    from std.memory.unsafe import pack_bits

    print(pack_bits(SIMD[DType.bool, 8](True, False, True, False, False, False, False, False)))  # 5
    ```
    """
    comptime bits = dtype.bit_width()
    var result = SIMD[dtype, length](0)
    comptime for i in range(Int(src_length)):
        if value[i]:
            result[i // bits] = result[i // bits] | (Scalar[dtype](1) << Scalar[dtype](i % bits))
    return result


@always_inline
def forget_deinit[T: Movable](var value: T):
    """Gives a value up without destroying it: what it owns is never freed.

    Example:

    ```mojo
    from std.memory import forget_deinit

    struct Loud(Movable):
        def __init__(out self):
            pass

        def __del__(deinit self):
            print("destroyed")

    forget_deinit(Loud())
    print("nothing was destroyed")  # nothing was destroyed
    ```
    """
    _ = MaybeUninit(value^)
